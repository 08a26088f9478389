import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { Claims, GRADES, IDENTITIES, LAUNCH_KINDS, ROLES, STAGES } from "#contract";

interface DemoApp {
  id: string;
  category_id: string;
  name: string;
  description: string;
  pinyin: string;
  icon: string;
  icon_mono: string;
  launch: string;
  url: string;
  opens_in: string;
  display_status: string;
  sort: number;
  badge: string;
  roles: string[];
  clients: string[];
  school_sourced_ids: string[];
  stage_ids: string[];
  grade_ids: string[];
  class_sourced_ids: string[];
  open_at: string | null;
  close_at: string | null;
  claims: string[];
  secret?: string;
}
interface DemoCatalogue {
  categories: { id: string; name: string; sort: number }[];
  apps: DemoApp[];
}

const { categories, apps } = JSON.parse(
  readFileSync(new URL("catalogue.json", import.meta.url), "utf8"),
) as DemoCatalogue;

const PUBLIC = new URL("../../web/public/", import.meta.url);
const SCHOOLS = ["school-qiming-primary", "school-qiming-junior", "school-jiucheng-primary"];
const NOW = new Date("2026-11-20T08:00:00+08:00");

const repeated = (values: readonly unknown[]) =>
  values.filter((value, index) => values.indexOf(value) !== index);
const outside = (values: readonly string[], allowed: readonly string[]) =>
  values.filter((value) => !allowed.includes(value));
const shown = apps.filter((app) => app.display_status === "display");

describe("the demo catalogue is sound", () => {
  test("ids, names and places are unique", () => {
    expect(repeated(categories.map((category) => category.id))).toEqual([]);
    expect(repeated(categories.map((category) => category.sort))).toEqual([]);
    expect(repeated(apps.map((app) => app.id))).toEqual([]);
    expect(repeated(apps.map((app) => app.name))).toEqual([]);
    expect(repeated(apps.map((app) => `${app.category_id} ${app.sort}`))).toEqual([]);
  });

  test.each(apps.map((app) => [app.id, app] as const))("%s refers to what exists", (id, app) => {
    expect(id).toMatch(/^[a-z][a-z0-9-]{2,40}$/);
    expect(categories.map((category) => category.id)).toContain(app.category_id);
    expect(LAUNCH_KINDS).toContain(app.launch);
    expect(["tab", "frame", "module"]).toContain(app.opens_in);
    expect(app.launch === "module").toBe(app.opens_in === "module");
    if (app.launch === "module")
      expect(app.url).toMatch(/^\/(module\/[a-z-]+(\/[a-z]+)?|timetable)$/);
    else expect(app.url).toBe(`{demo_app}/${app.id}`);
    expect(["display", "not_display"]).toContain(app.display_status);
    // a number is a person's own: the app sends it
    expect(app.badge).toMatch(/^(|dot)$/);
    expect(app.description).not.toBe("");
    expect(outside(app.roles, ROLES)).toEqual([]);
    expect(outside(app.clients, ["web", "browser", "pc", "mobile"])).toEqual([]);
    expect(outside(app.school_sourced_ids, SCHOOLS)).toEqual([]);
    expect(
      outside(
        app.stage_ids,
        STAGES.map((stage) => stage.id),
      ),
    ).toEqual([]);
    expect(
      outside(
        app.grade_ids,
        GRADES.map((grade) => grade.id),
      ),
    ).toEqual([]);
    for (const classId of app.class_sourced_ids)
      expect(classId).toMatch(/^class-[pjo]-\d-\d{1,2}$/);
    for (const time of [app.open_at, app.close_at]) {
      if (time !== null) expect(new Date(time).getTime()).not.toBeNaN();
    }
  });

  test.each(apps.map((app) => [app.id, app] as const))("%s has both icons", (id, app) => {
    expect(app.icon).toBe(`icons/${id}.svg`);
    expect(app.icon_mono).toBe(`icons/${id}-mono.svg`);
    for (const icon of [app.icon, app.icon_mono]) {
      expect(existsSync(fileURLToPath(new URL(icon, PUBLIC))), icon).toBe(true);
    }
  });

  test("the spelling has a syllable for each Hanzi", () => {
    for (const app of apps) {
      expect(app.pinyin, app.name).toMatch(/^[a-z0-9]+( [a-z0-9]+)*$/);
      const words = app.name.match(/\p{Script=Han}|[A-Za-z0-9]+/gu) ?? [];
      expect(app.pinyin.split(" "), app.name).toHaveLength(words.length);
    }
  });

  test("only apps that prove themselves by one have a secret: long, marked as the demo's, none shared", () => {
    const allowed = Object.keys(Claims.properties);
    for (const app of apps) {
      expect(outside(app.claims, allowed), app.id).toEqual([]);
      if (app.launch === "ticket" || app.launch === "oidc") {
        expect(app.secret, app.id).toMatch(/^demo-only-[0-9a-f]{32,}$/);
        expect(app.claims, app.id).toContain("name");
      } else expect(app.secret, app.id).toBeUndefined();
    }
    expect(repeated(apps.flatMap((app) => app.secret ?? []))).toEqual([]);
  });
});

describe("the demo catalogue holds what the demo promises", () => {
  const visible = (categoryId: string) => shown.filter((app) => app.category_id === categoryId);
  const spanOf = (app: DemoApp) => [app.open_at, app.close_at].filter((time) => time !== null);
  const limits = (app: DemoApp) =>
    [
      app.school_sourced_ids,
      app.stage_ids,
      app.grade_ids,
      app.class_sourced_ids,
      app.clients,
    ].filter((list) => list.length > 0).length + spanOf(app).length;

  test("enough apps, in at least eight categories that show something", () => {
    expect(shown.length).toBeGreaterThanOrEqual(44);
    expect(
      categories.filter((category) => visible(category.id).length > 0).length,
    ).toBeGreaterThanOrEqual(8);
  });

  test("each identity has a set of its own that fills a home page", () => {
    for (const identity of IDENTITIES) {
      const own = shown.filter((app) => app.roles.length === 0 || app.roles.includes(identity));
      expect(own.length, identity).toBeGreaterThanOrEqual(9);
    }
  });

  test("an app that is not displayed, in a category that shows others", () => {
    const hidden = apps.filter((app) => app.display_status === "not_display");
    expect(hidden.some((app) => visible(app.category_id).length > 0)).toBe(true);
  });

  test("a category whose apps are all hidden", () => {
    const dark = categories.filter((category) => visible(category.id).length === 0);
    expect(dark).toHaveLength(1);
    const inside = apps.filter((app) => app.category_id === dark[0]?.id);
    expect(inside.length).toBeGreaterThan(0);
  });

  test.each(IDENTITIES.filter((identity) => identity !== "admin" && identity !== "inner_admin"))(
    "apps for %s only",
    (identity) => {
      const only = shown.filter((app) => app.roles.join() === identity && limits(app) === 0);
      expect(only.length).toBeGreaterThanOrEqual(2);
    },
  );

  test("apps for each kind of administrator only, and for head-teachers only", () => {
    for (const role of ["admin", "inner_admin", "head-teacher"]) {
      expect(
        shown.some((app) => app.roles.join() === role),
        role,
      ).toBe(true);
    }
  });

  test("apps for one school, one stage, one grade, one class, one client, and for everyone", () => {
    expect(
      shown.filter((app) => app.school_sourced_ids.length === 1 && limits(app) === 1).length,
    ).toBeGreaterThanOrEqual(2);
    for (const stage of ["primary", "junior"]) {
      expect(shown.some((app) => app.stage_ids.join() === stage && limits(app) === 1)).toBe(true);
    }
    expect(shown.some((app) => app.grade_ids.length === 1)).toBe(true);
    const inClass = shown.filter((app) => app.class_sourced_ids.length > 0);
    expect(inClass.map((app) => app.class_sourced_ids)).toEqual([["class-p-3-2"]]);
    expect(inClass[0]?.school_sourced_ids).toEqual(["school-qiming-primary"]);
    expect(shown.some((app) => app.clients.length === 1)).toBe(true);
    expect(shown.some((app) => app.roles.length === 0 && limits(app) === 0)).toBe(true);
  });

  test("one not yet open and one closed by date", () => {
    const opensAfter = shown.filter((app) => app.open_at !== null && new Date(app.open_at) > NOW);
    expect(opensAfter.map((app) => app.open_at?.slice(0, 4))).toEqual(["2099"]);
    expect(
      shown.filter((app) => app.close_at !== null && new Date(app.close_at) < NOW),
    ).toHaveLength(1);
  });

  test("every launch kind, most of them links, at least five by ticket", () => {
    const of = (kind: string) => shown.filter((app) => app.launch === kind).length;
    for (const kind of LAUNCH_KINDS) expect(of(kind), kind).toBeGreaterThan(0);
    expect(of("link")).toBeGreaterThan(shown.length / 2);
    expect(of("ticket")).toBeGreaterThanOrEqual(5);
  });

  test("names found by initials that nothing else has", () => {
    const initials = (app: DemoApp) =>
      app.pinyin
        .split(" ")
        .map((word) => word[0])
        .join("");
    for (const [typed, name] of [
      ["ctb", "错题本"],
      ["kcb", "课程表"],
      ["dksq", "调课申请"],
    ]) {
      expect(shown.filter((app) => initials(app) === typed).map((app) => app.name)).toEqual([name]);
    }
  });

  test("badges, short and long names, Latin and digits", () => {
    expect(shown.some((app) => app.badge === "dot")).toBe(true);
    const lengths = shown.map((app) => app.name.length);
    expect(Math.min(...lengths)).toBeLessThanOrEqual(2);
    expect(Math.max(...lengths)).toBeGreaterThanOrEqual(10);
    expect(shown.some((app) => /[A-Za-z]/.test(app.name))).toBe(true);
    expect(shown.some((app) => /\d/.test(app.name))).toBe(true);
  });
});
