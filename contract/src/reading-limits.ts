/** The most guardians of one pupil in a sheet. */
export const ROSTER_GUARDIANS = 4;
/** Lessons of one timetable at most. */
export const MAX_LESSONS = 10_000;
