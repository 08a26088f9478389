import {
  APP_RULE_NAMES,
  CLIENT_NAMES,
  GRADE_NAMES,
  LAUNCH_KIND_NAMES,
  ROLE_NAMES,
  SHELF_STATE_NAMES,
  STAGES,
  chinaDay,
  chinaTime,
  type AppRule,
  type ListedApp,
} from "#contract";

export const OPENS_TEXTS: Readonly<Record<ListedApp["opens_in"], string>> = {
  tab: "在新标签页打开",
  frame: "在页内框架打开",
  module: "在模块页打开",
};
const STAGE_TEXTS: Readonly<Record<string, string>> = Object.fromEntries(
  STAGES.map(({ id, name }) => [id, name]),
);

export type Shown = "all" | "seen" | "hidden";

export const isSeen = ({ rules }: Pick<ListedApp, "rules">) => rules.every(({ passes }) => passes);

/** The rules that keep the person from an app, as people call them. */
export function reasons({ rules }: Pick<ListedApp, "rules">): string[] {
  return rules.filter(({ passes }) => !passes).map(({ rule }) => APP_RULE_NAMES[rule]);
}

/** Returns the apps that contain every one of the words in name, id, address, category or pinyin. */
export function matching(
  apps: readonly ListedApp[],
  categoryNames: ReadonlyMap<string, string>,
  words: string,
  shown: Shown,
): ListedApp[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  return apps.filter((app) => {
    if (shown !== "all" && isSeen(app) !== (shown === "seen")) return false;
    const { id, name, url, pinyin, category_id, launch } = app;
    const category = categoryNames.get(category_id) ?? "";
    const text = [id, name, url, pinyin.replaceAll(" ", ""), category, LAUNCH_KIND_NAMES[launch]];
    return wanted.every((word) => text.join("\n").toLowerCase().includes(word));
  });
}

/** Returns the stored limits of a rule as text; empty: none. */
export function storedFor(app: ListedApp, rule: AppRule): string {
  const named = (ids: readonly string[], names: Readonly<Record<string, string>>) =>
    ids.map((id) => names[id] ?? id).join("、");
  switch (rule) {
    case "district":
      return app.district_id ?? "";
    case "shelf":
      return app.shelf_state === "shelf" ? "" : SHELF_STATE_NAMES[app.shelf_state];
    case "switched":
      return app.switched_off ? "本校已关闭" : "";
    case "dates":
      return [
        app.open_at === null ? "" : `${momentText(app.open_at)} 起`,
        app.close_at === null ? "" : `${momentText(app.close_at)} 止`,
      ]
        .filter(Boolean)
        .join("，");
    case "roles":
      return named(app.roles, ROLE_NAMES);
    case "clients":
      return named(app.clients, CLIENT_NAMES);
    case "schools":
      return app.schools === 0 ? "" : `${app.schools} 所学校`;
    case "stages":
      return named(app.stage_ids, STAGE_TEXTS);
    case "grades":
      return named(app.grade_ids, GRADE_NAMES);
    case "classes":
      return app.classes === 0 ? "" : `${app.classes} 个班级`;
    case "allow":
      return app.allowed === 0 ? "" : `${app.allowed} 项`;
    case "deny":
      return app.denied === 0 ? "" : `${app.denied} 项`;
  }
}

/** Formats a moment on the schools' clock: 2026-09-01 08:05. */
export function momentText(iso: string): string {
  return `${chinaDay(iso)} ${chinaTime(iso)}`;
}
