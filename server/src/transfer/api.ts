/** Answers about pupils of a roster who may come from another school. */
export { type Arrival, keepArrivals, readArrivalAnswers } from "./requests.ts";
