export { ownLink } from "./inputs.ts";
export { type AppItem, readItemLink, readItems } from "./items.ts";
export { hasGrowth, whoHasGrowth, withoutEmptyGrowth } from "./growth.ts";
export { badgesOf, withBadges } from "./read.ts";
export { forgetItems } from "./write.ts";
