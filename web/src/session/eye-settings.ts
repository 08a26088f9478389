import { createStore } from "zustand/vanilla";

/** Whether a pupil is choosing how to be reminded of breaks: asked for in a menu, shown by the eye-care overlay. */
export const eyeSettings = createStore<{ open: boolean }>(() => ({ open: false }));
