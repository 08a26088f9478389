export { badgesOf, withBadges } from "./read.ts";
