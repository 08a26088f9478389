import {
  MAX_QUICK_APPS,
  mayShow,
  type AppRule,
  type AudienceList,
  type Client,
  type SchoolClass,
  type ShelfState,
} from "#contract";

/** The audience of an app; an empty list, or no date, limits nothing (AP-05). Dates are milliseconds since 1970. */
export interface Audience extends Readonly<Record<AudienceList, readonly string[]>> {
  /** The district that owns it; null: the platform. */
  district_id: string | null;
  roles: readonly string[];
  clients: readonly string[];
  school_ids: readonly string[];
  stage_ids: readonly string[];
  grade_ids: readonly string[];
  class_ids: readonly string[];
  shelf_state: ShelfState;
  /** The classes that try it before it is on the shelf. */
  pilot_class_ids: readonly string[];
  off_school_ids: readonly string[];
  /** The address of a link or module. */
  url?: string;
  open_at: number | null;
  close_at: number | null;
}

/** The person who looks. Stages, grades and classes of a parent are those of the children at this school. */
export interface Viewer {
  user_id: string;
  roles: readonly string[];
  client: Exclude<Client, "browser">;
  school_id: string;
  /** The institution above the school. */
  parent_id: string | null;
  stage_ids: readonly string[];
  grade_ids: readonly string[];
  class_ids: readonly string[];
  /** Groups that the person is in at this school under this identity, of those that apps name. */
  group_ids: readonly string[];
  /** True for who was given a right of administration; counts of an audience leave it out. */
  administers?: boolean;
}

/** A person at a school under an identity, with the classes that count for it. */
export interface ViewerContext extends Omit<Viewer, "stage_ids" | "grade_ids" | "class_ids"> {
  school_stage_ids: readonly string[];
  classes: readonly SchoolClass[];
}

/** Returns the person as the visibility rules see them: stages, grades and classes as lists of ids. */
export function viewerOf({ school_stage_ids, classes, ...person }: ViewerContext): Viewer {
  return {
    ...person,
    // who is in no class yet, or above classes, is at every stage of the school
    stage_ids: classes.length > 0 ? classes.map(({ stage_id }) => stage_id) : school_stage_ids,
    grade_ids: classes.map(({ grade_id }) => grade_id),
    class_ids: classes.map(({ id }) => id),
  };
}

/** The address of the administration's tile. */
const ADMINISTRATION = "/module/admin";

/** Returns whether an entry leads a person to rights that were given, and no identity brings (GR-07, AD-23). */
export function isWayToDuty({ url }: Pick<Audience, "url">, { administers }: Viewer): boolean {
  return administers === true && url === ADMINISTRATION;
}

type Passes = (app: Audience, viewer: Viewer, now: number) => boolean;

/** Every limit of an entry, in the order in which the first that excludes a person is named. */
const LIMITS: readonly (readonly [AppRule, Passes])[] = [
  ["district", isOfDistrict],
  ["shelf", isOnShelf],
  ["switched", (app, viewer) => !app.off_school_ids.includes(viewer.school_id)],
  ["dates", (app, _viewer, now) => isOpen(app, now)],
  ["roles", (app, viewer) => mayShow(app.roles, viewer.roles) || isWayToDuty(app, viewer)],
  ["clients", (app, viewer) => mayShow(app.clients, [viewer.client])],
  ["schools", (app, viewer) => mayShow(app.school_ids, [viewer.school_id])],
  ["stages", (app, viewer) => mayShow(app.stage_ids, viewer.stage_ids)],
  ["grades", (app, viewer) => mayShow(app.grade_ids, viewer.grade_ids)],
  ["classes", (app, viewer) => mayShow(app.class_ids, viewer.class_ids)],
  ["allow", isAllowed],
  ["deny", (app, viewer) => !isListed(app, viewer, "deny")],
];

/** One limit of an entry, and whether the person meets it. */
export interface TraceStep {
  rule: AppRule;
  passes: boolean;
}

/** The decision whether a person sees an app; `hidden_by` is the first limit that excludes the person. */
export type AppDecision = { sees: true; hidden_by: null } | { sees: false; hidden_by: AppRule };

const SEES: AppDecision = { sees: true, hidden_by: null };
const HIDDEN = new Map<AppRule, AppDecision>(
  LIMITS.map(([rule]) => [rule, { sees: false, hidden_by: rule }]),
);

/**
 * Decides whether this person may know of the app at this moment: every limit of the app must hold (AP-05, AP-06, AD-17).
 * Homes, launches, previews and explanations all come from here. With `trace` every limit is judged and written there;
 * without, the first that fails ends it.
 */
export function decide(
  app: Audience,
  viewer: Viewer,
  now: number,
  trace?: TraceStep[],
): AppDecision {
  let decision = SEES;
  for (const [rule, meets] of LIMITS) {
    const passes = meets(app, viewer, now);
    trace?.push({ rule, passes });
    if (passes || !decision.sees) continue;
    decision = HIDDEN.get(rule) ?? decision;
    if (trace === undefined) break;
  }
  return decision;
}

/** The limits that are about a person, or about a device. */
const OF_PEOPLE: ReadonlySet<AppRule> = new Set(["roles", "clients", "allow"]);

/** Returns whether an app is open to a class at this moment, whoever of it looks: for calls in which nobody does. */
export function isOpenToClass(
  app: Audience,
  place: Pick<Viewer, "school_id" | "parent_id" | "stage_ids" | "grade_ids" | "class_ids">,
  now: number,
): boolean {
  const anybody: Viewer = { ...place, user_id: "", roles: [], client: "web", group_ids: [] };
  return LIMITS.every(([rule, meets]) => OF_PEOPLE.has(rule) || meets(app, anybody, now));
}

/** Returns the decision with the result of every limit. */
export function explain(
  app: Audience,
  viewer: Viewer,
  now: number,
): AppDecision & { trace: TraceStep[] } {
  const trace: TraceStep[] = [];
  return { ...decide(app, viewer, now, trace), trace };
}

/**
 * Returns the apps that this person may see, in the catalogue's order. Those with `display_status` `not_display` stay
 * in: hiding them is the browser's rule (AP-02).
 */
export function visibleApps<A extends Audience>(
  apps: readonly A[],
  viewer: Viewer,
  now: number,
): A[] {
  return apps.filter((app) => decide(app, viewer, now).sees);
}

/** Returns the categories of these apps, in their own order. */
export function categoriesOf<C extends { id: string }>(
  categories: readonly C[],
  apps: readonly { category_id: string }[],
): C[] {
  const used = new Set(apps.map((app) => app.category_id));
  return categories.filter((category) => used.has(category.id));
}

/** Most apps that "recently used" lists. */
const MAX_RECENT = 12;

/** Returns the used apps, the latest first, that the person may still open and that are shown. */
export function recentlyUsed(
  usedIds: readonly string[],
  apps: readonly { id: string; display_status: string }[],
): string[] {
  const shown = new Set(
    apps.filter((app) => app.display_status === "display").map((app) => app.id),
  );
  return usedIds.filter((id) => shown.has(id)).slice(0, MAX_RECENT);
}

/**
 * Returns the quick apps that are kept: the chosen ones, and at their places those of before that the person does not see just now, as
 * an app is switched off for a week or offered at another school only. Nobody can have taken these off.
 */
export function withUnseen(
  chosen: readonly string[],
  before: readonly string[],
  seen: ReadonlySet<string>,
): string[] {
  const kept = [...chosen];
  for (const [place, id] of before.entries()) {
    if (!seen.has(id) && kept.length < MAX_QUICK_APPS) kept.splice(place, 0, id);
  }
  return kept;
}

/** Returns whether an app is open: from its opening moment on, up to but not including its closing moment. */
function isOpen({ open_at, close_at }: Audience, now: number): boolean {
  return (open_at === null || open_at <= now) && (close_at === null || now < close_at);
}

/** Returns whether the app is the platform's, or the viewer is at the app's district or a school below it. */
function isOfDistrict({ district_id }: Audience, { school_id, parent_id }: Viewer): boolean {
  return district_id === null || district_id === school_id || district_id === parent_id;
}

/** Returns whether an app is on the shelf, or piloted by a class of the person. */
function isOnShelf({ shelf_state, pilot_class_ids }: Audience, { class_ids }: Viewer): boolean {
  if (shelf_state === "shelf") return true;
  return shelf_state === "piloted" && class_ids.some((id) => pilot_class_ids.includes(id));
}

/** Returns whether the viewer is on one of the allow lists, where there is any. It overrides no other limit. */
function isAllowed(app: Audience, viewer: Viewer): boolean {
  const { allow_user_ids, allow_school_ids, allow_class_ids, allow_group_ids } = app;
  const named = [allow_user_ids, allow_school_ids, allow_class_ids, allow_group_ids];
  const lists = [...named, app.allow_identities];
  return lists.every((list) => list.length === 0) || isListed(app, viewer, "allow");
}

/** Returns whether the viewer is on any list of a side; for a parent, by any child's class. */
export function isListed(app: Audience, viewer: Viewer, side: "allow" | "deny"): boolean {
  return (
    app[`${side}_user_ids`].includes(viewer.user_id) ||
    app[`${side}_school_ids`].includes(viewer.school_id) ||
    viewer.class_ids.some((id) => app[`${side}_class_ids`].includes(id)) ||
    viewer.group_ids.some((id) => app[`${side}_group_ids`].includes(id)) ||
    viewer.roles.some((role) => app[`${side}_identities`].includes(role))
  );
}
