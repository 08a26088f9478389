/** Parts of the overview that other rooms may call. */
export { readFailingApps, readJobs } from "./figures.ts";
export { overviewOf } from "./overview.ts";
