export { readBadges, withBadges } from "./read.ts";
