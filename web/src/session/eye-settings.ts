import { createStore } from "zustand/vanilla";

/** The open state of the eye-care settings: opened by a menu, shown by the eye-care overlay. */
export const eyeSettings = createStore<{ open: boolean }>(() => ({ open: false }));
