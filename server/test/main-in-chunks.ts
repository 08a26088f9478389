/** Starts the platform as `main.ts` does, with change sets in smaller pieces, so that a test needs fewer rows to come between two of them. */
import { SIZES } from "../src/change-set/apply.ts";

Object.assign(SIZES, { wholeUpTo: 600, chunk: 100 });
await import("../src/main.ts");
