import {
  GLOBAL_STATE_PLACES,
  globalState,
  type GlobalState,
} from "../../../session/global-state.ts";
import type { Fact } from "../parts/facts.ts";

const NAMES = Object.keys(GLOBAL_STATE_PLACES) as (keyof GlobalState)[];

/** Each piece of the seed's global state with its value and where it lives (ST-01, RT-17). */
export function globalStateFacts(): Fact[] {
  const state = globalState();
  return NAMES.map((name) => ({
    name,
    value: `${shown(state[name])}（${GLOBAL_STATE_PLACES[name]}）`,
  }));
}

/** Returns a value as text; a long list as its length and first ids. */
function shown(value: GlobalState[keyof GlobalState]): string {
  if (value === null || value === "") return "无";
  if (typeof value !== "object") return String(value);
  const words = value.slice(0, 5).map((part) => (typeof part === "string" ? part : part.id));
  if (words.length === 0) return "0 项";
  return `${value.length} 项：${words.join("、")}${value.length > words.length ? "……" : ""}`;
}
