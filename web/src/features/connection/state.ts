import { createStore } from "zustand/vanilla";
import type { Connection } from "./rules.ts";

export const connection = createStore<{ state: Connection; looking: boolean }>(() => ({
  state: "online",
  looking: false,
}));
