import { EYE_INTERVAL_MINUTES, type EyeProtection } from "#contract";

/** The length of a minute of the interval and of a break, in ms; an operator may shorten both to try the breaks out. */
export interface EyeTimes {
  minuteMs: number;
  breakMs: number;
}

const SECOND_MS = 1000;
/** EY-01, EY-02 */
export const EYE_TIMES: EyeTimes = { minuteMs: 60 * SECOND_MS, breakMs: 600 * SECOND_MS };
/** The absence in ms that counts as a rest: after it, the countdown starts again. */
export const AWAY_MS = 600 * SECOND_MS;
/** The interval in ms at which the countdown stores that the page is still in use. */
export const SEEN_EVERY_MS = 30 * SECOND_MS;

/** The countdown's state, shared by all tabs of a browser. Times are epoch milliseconds. */
export interface EyeState {
  userId: string;
  setting: EyeProtection;
  /** The time at which the countdown reaches zero; null while the mode is off. */
  dueAt: number | null;
  /** The time at which the overlay closes by itself; null while it is not shown. */
  breakEndsAt: number | null;
  seenAt: number;
}

/** A countdown that begins now (EY-01). */
export function begin(
  userId: string,
  setting: EyeProtection,
  now: number,
  times: EyeTimes,
): EyeState {
  const dueAt = setting.mode ? now + intervalMs(setting, times) : null;
  return { userId, setting, dueAt, breakEndsAt: null, seenAt: now };
}

/** Returns the state of the countdown now: at zero the break begins, and the countdown too (EY-01); a break ends by itself (EY-02). */
export function step(state: EyeState, now: number, times: EyeTimes): EyeState {
  const { userId, setting, dueAt, breakEndsAt, seenAt } = state;
  const away = now - seenAt >= AWAY_MS;
  if (dueAt === null || away || isAhead(state, now, times)) {
    return begin(userId, setting, now, times);
  }
  const resting = breakEndsAt !== null && now < breakEndsAt ? breakEndsAt : null;
  if (now < dueAt) return { ...state, breakEndsAt: resting, seenAt: now };
  return {
    ...state,
    dueAt: now + intervalMs(setting, times),
    breakEndsAt: resting ?? now + times.breakMs,
    seenAt: now,
  };
}

export function skip(state: EyeState): EyeState {
  return { ...state, breakEndsAt: null };
}

/** Continues where a reload or another tab left off (EY-04); begins anew for another person or setting (EY-03). */
export function resume(
  kept: EyeState | null,
  userId: string,
  setting: EyeProtection,
  now: number,
  times: EyeTimes,
): EyeState {
  const mine = kept !== null && kept.userId === userId && sameSetting(kept.setting, setting);
  return mine ? step(kept, now, times) : begin(userId, setting, now, times);
}

/** Returns the milliseconds until something changes, or until the page's use has to be stored. */
export function untilNext({ dueAt, breakEndsAt }: EyeState, now: number): number {
  const next = Math.min(dueAt ?? Infinity, breakEndsAt ?? Infinity) - now;
  return Math.max(0, Math.min(next, SEEN_EVERY_MS));
}

export function sameSetting(one: EyeProtection, other: EyeProtection): boolean {
  return one.mode === other.mode && one.interval === other.interval;
}

/** Parses the kept JSON; null when it is faulty or foreign. */
export function parseEyeState(kept: unknown): EyeState | null {
  const { userId, setting, dueAt, breakEndsAt, seenAt } = record(kept);
  const { mode, interval } = record(setting);
  if (typeof userId !== "string" || typeof mode !== "boolean") return null;
  if (!isNumber(interval) || !isNumber(seenAt)) return null;
  if (!isNumberOrNull(dueAt) || !isNumberOrNull(breakEndsAt)) return null;
  if (mode !== (dueAt !== null)) return null;
  return { userId, setting: { mode, interval }, dueAt, breakEndsAt, seenAt };
}

/**
 * Parses `eye_care` of the operator's file: `seconds_per_minute` and `break_seconds`; a missing or invalid value is the
 * default.
 */
export function parseEyeTimes(file: unknown): EyeTimes {
  const { seconds_per_minute, break_seconds } = record(record(file)["eye_care"]);
  return {
    minuteMs: isPositive(seconds_per_minute) ? seconds_per_minute * SECOND_MS : EYE_TIMES.minuteMs,
    breakMs: isPositive(break_seconds) ? break_seconds * SECOND_MS : EYE_TIMES.breakMs,
  };
}

/** The intervals offered, in minutes; one that was chosen elsewhere is among them. */
export function intervalChoices(chosen: number): number[] {
  return [...new Set([15, 20, EYE_INTERVAL_MINUTES, 45, 60, chosen])].sort((a, b) => a - b);
}

/** Formats milliseconds as minutes and seconds, rounded up: 599 001 → `10:00`. */
export function timeLeftText(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / SECOND_MS));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

function intervalMs({ interval }: EyeProtection, { minuteMs }: EyeTimes): number {
  return interval * minuteMs;
}

/** Returns true when the state cannot come from this clock: it was set back, or the operator's times have changed. */
function isAhead(state: EyeState, now: number, times: EyeTimes): boolean {
  const { setting, dueAt, breakEndsAt, seenAt } = state;
  return (
    seenAt > now + SECOND_MS ||
    (dueAt ?? 0) > now + intervalMs(setting, times) + SECOND_MS ||
    (breakEndsAt ?? 0) > now + times.breakMs + SECOND_MS
  );
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

function isNumber(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value);
}

function isNumberOrNull(value: unknown): value is number | null {
  return value === null || isNumber(value);
}

function isPositive(value: unknown): value is number {
  return isNumber(value) && value > 0;
}
