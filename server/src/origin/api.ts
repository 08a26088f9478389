/** Parts of the record of who wrote what that other rooms may call. */
export { keepOrigins, moveOrigins, noteOrigin } from "./keep.ts";
export { type Origins, readOrigins } from "./read.ts";
