/** The part of the contract that has no schemas: a thread that begins anew for each file starts in a third of the time with it. */
export { GRADE_NAMES } from "./class-name.ts";
export { isDay } from "./calendar-day.ts";
export { chinaDay, chinaMoment } from "./china-time.ts";
export * from "./name.ts";
export * from "./reading-limits.ts";
export * from "./stage.ts";
