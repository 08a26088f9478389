/** Answers about pupils of a roster who may come from another school, and the end of releases. */
export { type Arrival, endReleases, keepArrivals, readArrivalAnswers } from "./requests.ts";
