import type { Permission } from "#contract";

/** The part of a route that the guard decides by. */
export interface GuardedRoute {
  name: RouteName;
  /** Opens without a session (GD-02). */
  open?: boolean;
  /** Opens without an enabled school: what a person has of their own (YR-03). */
  withoutSchool?: boolean;
  permission?: Permission;
}

export type RouteName =
  | "Login"
  | "Register"
  | "ForgetPwd"
  | "Agreement"
  | "NoSchool"
  | "Home"
  | "CustomizeMenus"
  | "AppFrame"
  | "Continue"
  | "Feedback"
  | "Messages"
  | "Timetable"
  | "Help"
  | "QrConfirm"
  | "LoadData"
  | "SearchResult"
  | "SearchResultDescription"
  | "Module"
  | "PageWebrtc"
  | "PageFont"
  | "Apps"
  | "Pc";

export interface GuardInput {
  to: GuardedRoute;
  /** The route being left; null on load. */
  from: GuardedRoute | null;
  hasToken: boolean;
  /** Null when there is no permission list: then everything is allowed. */
  permissions: readonly string[] | null;
  school: "unknown" | "valid" | "none";
}

/** The guard's decision, which `app/` performs. */
export type GuardDecision =
  | { do: "open" }
  /** To the path wanted before sign-in, or the root (GD-01). */
  | { do: "enter" }
  /** To Login, keeping the wanted path (GD-02). */
  | { do: "sign-in" }
  /** Blocked: event `unauthorized`, 「没有权限」 (GD-03). */
  | { do: "refuse" }
  /** To the no-school page, keeping the page wanted (GD-04). */
  | { do: "no-school" }
  /** Kept where one is: from the no-school page nothing further opens until there is a school (GD-04). */
  | { do: "stay" }
  /** Back to the page that the no-school page stood in front of, or home (GD-05). */
  | { do: "return" };

/** The navigation guard, GD-01 to GD-05 in their order. */
export function guard({ to, from, hasToken, permissions, school }: GuardInput): GuardDecision {
  if (hasToken && to.name === "Login") return { do: "enter" };
  if (to.open === true) return { do: "open" };
  if (!hasToken) return { do: "sign-in" };
  if (to.permission !== undefined && permissions?.includes(to.permission) === false) {
    return { do: "refuse" };
  }
  const atNoSchool = from?.name === "NoSchool";
  const toNoSchool = to.name === "NoSchool";
  if (school === "none" && to.withoutSchool === true) return { do: "open" };
  if (school === "none" && !toNoSchool) return atNoSchool ? { do: "stay" } : { do: "no-school" };
  if (school === "valid" && (toNoSchool || atNoSchool)) return { do: "return" };
  return { do: "open" };
}
