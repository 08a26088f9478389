import { mayShow, type App, type Category, type Identity, type School, type User } from "#contract";

/** The greatest number of quick apps in the dock; the rest is in the editor only. */
export const DOCK_SIZE = 10;
/** Up to this grade a pupil gets larger tiles and fewer words (ui.md). */
const YOUNG_GRADE_MAX = 3;

/** The number of tiles above which those far from the window are not rendered. */
const MANY_TILES = 120;

/** The number of tiles rendered first: the first screen and what one scrolls to meanwhile. */
const FIRST_TILES = 100;

export interface Shelf {
  category: Category;
  apps: App[];
}

/** The apps this person may see on screen: shown ones (AP-02) whose roles allow it (AP-06). */
export function visibleApps(apps: readonly App[], roles: readonly string[]): App[] {
  return apps.filter((app) => app.display_status === "display" && mayShow(app.roles, roles));
}

/** Categories in their order, each with its apps in theirs; one left with no visible app is dropped (AP-02). */
export function shelvesOf(categories: readonly Category[], visible: readonly App[]): Shelf[] {
  return [...categories]
    .sort((a, b) => a.sort - b.sort)
    .map((category) => ({
      category,
      apps: visible
        .filter((app) => app.category_id === category.id)
        .sort((a, b) => a.sort - b.sort),
    }))
    .filter((shelf) => shelf.apps.length > 0);
}

/** The id of the element that holds a category's apps. */
export const sectionId = (categoryId: string) => `category-${categoryId}`;

/** Returns whether there are too many tiles to render all at once (AP-12). */
export function hasManyTiles(shelves: readonly Shelf[]): boolean {
  return shelves.reduce((sum, shelf) => sum + shelf.apps.length, 0) > MANY_TILES;
}

/** Returns how many tiles of each shelf are drawn at first: those that fill the first screen. */
export function firstTiles(shelves: readonly Shelf[]): number[] {
  let left = FIRST_TILES;
  return shelves.map(({ apps }) => {
    const drawn = Math.min(left, apps.length);
    left -= drawn;
    return drawn;
  });
}

/** The apps of `ids` in that order, without those that are gone or hidden. */
export function pickApps(ids: readonly string[], visible: readonly App[]): App[] {
  const byId = new Map(visible.map((app) => [app.id, app]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

export function greetingAt(hour: number): string {
  if (hour >= 5 && hour < 9) return "早上好";
  if (hour >= 9 && hour < 12) return "上午好";
  if (hour >= 12 && hour < 18) return "下午好";
  return "晚上好";
}

/** A pupil of a kindergarten or of grades 1–3. */
export function isYoungPupil(user: Pick<User, "identity" | "classes">): boolean {
  if (user.identity !== "student") return false;
  return (user.classes ?? []).some(({ grade_id }) => {
    const grade = Number(grade_id);
    return /^k\d$/.test(grade_id) || (grade >= 1 && grade <= YOUNG_GRADE_MAX);
  });
}

/**
 * Returns the identities to switch to: one without an enabled school leads nowhere. Before the list of memberships is
 * known, all count.
 */
export function usableIdentities(
  { identities = [] }: Pick<User, "identities">,
  current: Identity,
  schools: readonly School[],
): Identity[] {
  const held = [...new Set(identities.map(({ type }) => type))];
  return held.filter(
    (one) =>
      schools.length === 0 ||
      one === current ||
      schools.some((school) => school.is_abled && school.identity === one),
  );
}

/** The identities of the top bar's menu: those other than parent, and none unless there are several (ID-04). */
export function topBarIdentities(identities: readonly Identity[]): Identity[] {
  const shown = identities.filter((identity) => identity !== "parent");
  return shown.length > 1 ? shown : [];
}

/** Returns the content of a badge: nothing, a dot, or a number of at most two digits and a plus. */
export function badgeOf(badge: string): { text: string; spoken: string } | null {
  if (badge === "") return null;
  const count = Number(badge);
  if (!Number.isInteger(count)) return { text: "", spoken: "有新内容" };
  if (count <= 0) return null;
  return { text: count > 99 ? "99+" : String(count), spoken: `${count} 条新内容` };
}
