import { readFileSync } from "node:fs";

const TICKS_A_SECOND = 100;
const USER_TICKS = 11;
const SYSTEM_TICKS = 12;

/** Returns the processor time in ms that a process has used so far, over all its threads. Linux only. */
export function cpuMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return ((Number(fields[USER_TICKS]) + Number(fields[SYSTEM_TICKS])) * 1000) / TICKS_A_SECOND;
}

/** Returns the memory of a process in MB, now and at most so far. Linux only. */
export function memoryMb(pid: number): { now: number; most: number } {
  const status = readFileSync(`/proc/${pid}/status`, "latin1");
  const read = (name: string) =>
    Math.round(Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(status)?.[1] ?? 0) / 1024);
  return { now: read("VmRSS"), most: read("VmHWM") };
}
