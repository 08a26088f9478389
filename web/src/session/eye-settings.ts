import { useStore } from "zustand/react";
import { createStore } from "zustand/vanilla";

/** Whether a pupil is choosing how to be reminded of breaks: asked for in a menu, shown by the eye-care overlay. */
const eyeSettings = createStore<{ open: boolean }>(() => ({ open: false }));

export function openEyeSettings(): void {
  eyeSettings.setState({ open: true });
}

export function closeEyeSettings(): void {
  eyeSettings.setState({ open: false });
}

export function useEyeSettingsOpen(): boolean {
  return useStore(eyeSettings, ({ open }) => open);
}
