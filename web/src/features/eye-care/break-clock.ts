import type { EyeProtection } from "#contract";
import { readJson, writeJson, type TextStore } from "../../platform/storage.ts";
import {
  begin,
  parseEyeState,
  resume,
  sameSetting,
  skip,
  step,
  untilNext,
  type EyeState,
  type EyeTimes,
} from "./rules.ts";

export const EYE_CARE_KEY = "eye-care";

/** Dependencies of the clock. */
export interface BreakClockParts {
  userId: string;
  setting: EyeProtection;
  times: EyeTimes;
  /** Shared by all tabs, so that they count one countdown and show one break (EY-04). */
  store: TextStore;
  /** As {@link import("../../platform/storage.ts").onOtherTab}. */
  onOtherTab(listen: (key: string | null) => void): () => void;
  /** Called with the end of a break that begins or goes on, and with null when there is none. */
  onBreak(endsAt: number | null): void;
  /** Called with a setting that was chosen in another tab. */
  onSetting(setting: EyeProtection): void;
}

/** Starts the countdown of a person under a setting, or goes on with it (EY-01…04). */
export function startBreakClock(parts: BreakClockParts): { skip(): void; stop(): void } {
  const { userId, setting, times, store } = parts;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let shown: number | null = null;

  const kept = () => parseEyeState(readJson(store, EYE_CARE_KEY));
  const take = (state: EyeState) => {
    writeJson(store, EYE_CARE_KEY, state);
    show(state);
    clearTimeout(timer);
    timer = setTimeout(tick, untilNext(state, Date.now()));
  };
  const show = ({ breakEndsAt }: EyeState) => {
    if (breakEndsAt === shown) return;
    shown = breakEndsAt;
    parts.onBreak(breakEndsAt);
  };
  const tick = () => {
    const state = kept();
    if (state === null || state.userId !== userId) {
      take(begin(userId, setting, Date.now(), times));
    } else if (sameSetting(state.setting, setting)) take(step(state, Date.now(), times));
    // Another tab has another setting: it counts there until this one follows.
    else parts.onSetting(state.setting);
  };
  const stopListening = parts.onOtherTab((key) => {
    if (key !== EYE_CARE_KEY) return;
    const state = kept();
    if (state === null || state.userId !== userId) return;
    if (!sameSetting(state.setting, setting)) parts.onSetting(state.setting);
    else {
      show(state);
      clearTimeout(timer);
      timer = setTimeout(tick, untilNext(state, Date.now()));
    }
  });
  take(resume(kept(), userId, setting, Date.now(), times));

  return {
    skip() {
      const state = kept();
      if (state !== null && state.userId === userId) take(skip(state));
    },
    stop() {
      clearTimeout(timer);
      stopListening();
      if (shown !== null) parts.onBreak(null);
    },
  };
}
