/** Parts of the people's search that other rooms may call. */
export { readListed } from "./list.ts";
export { readingOf, readStaleNames } from "./readings.ts";
export { inNameOrder } from "./name-order.ts";
