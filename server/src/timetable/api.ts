/** Parts of timetables that other rooms may call. */
export { type OwnLesson, readOwnLessons } from "./queries.ts";
export { dayAfter, lessonsOn, nextLesson, type Term } from "./rules.ts";
export { type Membership, membershipOf } from "./membership.ts";
