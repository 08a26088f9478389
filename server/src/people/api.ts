/** What other rooms may ask of the people's search. */
export { readStaleNames } from "./readings.ts";
