/** Parts of the people's search that other rooms may call. */
export { readStaleNames } from "./readings.ts";
