/** Parts of timetables that other rooms may call. */
export { readOwnLessons } from "./queries.ts";
export { momentOf, nextLesson } from "./rules.ts";
export { standingOf } from "./standing.ts";
