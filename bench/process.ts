import { readdirSync, readFileSync } from "node:fs";

const TICKS_A_SECOND = 100;
const PARENT = 1;
const USER_TICKS = 11;
const SYSTEM_TICKS = 12;
/** Ticks of children that have ended. */
const ENDED_TICKS = [13, 14];

/** Returns the processor time in ms that a process has used so far, over all its threads. Linux only. */
export function cpuMs(pid: number): number {
  const fields = statOf(pid);
  return ((Number(fields[USER_TICKS]) + Number(fields[SYSTEM_TICKS])) * 1000) / TICKS_A_SECOND;
}

/** Returns the processor time in ms of a process's children, of those that have ended as well. Linux only. */
export function cpuMsOfChildren(pid: number): number {
  const fields = statOf(pid);
  const ended = ENDED_TICKS.reduce((sum, nth) => sum + Number(fields[nth]), 0);
  let sum = (ended * 1000) / TICKS_A_SECOND;
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    try {
      if (parentOf(Number(name)) === pid) sum += cpuMs(Number(name));
    } catch {
      // it ended meanwhile
    }
  }
  return sum;
}

/** Returns the id of a process's parent. Linux only. */
export function parentOf(pid: number): number {
  return Number(statOf(pid)[PARENT]);
}

function statOf(pid: number): string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
}

/** Returns the memory of a process in MB, now and at most so far. Linux only. */
export function memoryMb(pid: number): { now: number; most: number } {
  const status = readFileSync(`/proc/${pid}/status`, "latin1");
  const read = (name: string) =>
    Math.round(Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(status)?.[1] ?? 0) / 1024);
  return { now: read("VmRSS"), most: read("VmHWM") };
}
