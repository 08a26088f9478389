import { mayShow, type Client } from "#contract";

/** Whom an app is for; an empty list, or no date, limits nothing (AP-05). Dates are milliseconds since 1970. */
export interface Audience {
  roles: readonly string[];
  clients: readonly string[];
  school_ids: readonly string[];
  stage_ids: readonly string[];
  grade_ids: readonly string[];
  class_ids: readonly string[];
  open_at: number | null;
  close_at: number | null;
}

/** Who is looking. Stages, grades and classes of a parent are those of the children at this school. */
export interface Viewer {
  roles: readonly string[];
  client: Exclude<Client, "browser">;
  school_id: string;
  stage_ids: readonly string[];
  grade_ids: readonly string[];
  class_ids: readonly string[];
}

/** Whether this person may know of the app at this moment: every limit of the app must hold (AP-05, AP-06). */
export function maySee(app: Audience, viewer: Viewer, now: number): boolean {
  return (
    isOpen(app, now) &&
    mayShow(app.roles, viewer.roles) &&
    mayShow(app.clients, [viewer.client]) &&
    mayShow(app.school_ids, [viewer.school_id]) &&
    mayShow(app.stage_ids, viewer.stage_ids) &&
    mayShow(app.grade_ids, viewer.grade_ids) &&
    mayShow(app.class_ids, viewer.class_ids)
  );
}

/**
 * The apps this person may know of, in the catalogue's order. Those with `display_status` `not_display` stay in:
 * hiding them is the browser's rule (AP-02).
 */
export function visibleApps<A extends Audience>(
  apps: readonly A[],
  viewer: Viewer,
  now: number,
): A[] {
  return apps.filter((app) => maySee(app, viewer, now));
}

/** The categories that at least one of the apps is in, in their own order. */
export function categoriesOf<C extends { id: string }>(
  categories: readonly C[],
  apps: readonly { category_id: string }[],
): C[] {
  const used = new Set(apps.map((app) => app.category_id));
  return categories.filter((category) => used.has(category.id));
}

/** Most apps that "recently used" lists. */
const MOST_RECENT = 12;

/** Of the apps a person used, the latest first, those that are still theirs to open and shown. */
export function recentlyUsed(
  usedIds: readonly string[],
  apps: readonly { id: string; display_status: string }[],
): string[] {
  const shown = new Set(
    apps.filter((app) => app.display_status === "display").map((app) => app.id),
  );
  return usedIds.filter((id) => shown.has(id)).slice(0, MOST_RECENT);
}

/** From its opening moment on, up to but not including its closing moment. */
function isOpen({ open_at, close_at }: Audience, now: number): boolean {
  return (open_at === null || open_at <= now) && (close_at === null || now < close_at);
}
