import {
  monthDayText,
  type AppRule,
  CLIENT_NAMES,
  GRADE_NAMES,
  GRADES,
  type Identity,
  leftOutOf,
  ROLE_NAMES,
  SHELF_STATE_NAMES,
  STAGES,
  type TraceWords,
} from "#contract";
import { type Audience, isListed, isWayToDuty, type TraceStep, type Viewer } from "../rules.ts";

/** Roles in everyday Chinese words, for those who are told why they do not see an app. */
const ROLE_WORDS: Readonly<Record<string, string>> = { ...ROLE_NAMES, teacher: "老师" };
const STAGE_NAMES: Readonly<Record<string, string>> = Object.fromEntries(
  STAGES.map(({ id, name }) => [id, name]),
);

/**
 * Returns one sentence for an excluded person about why an app is not seen; it names nobody and no other school
 * (AD-17).
 */
export function sentenceFor(app: Audience, rule: AppRule, now: number): string {
  switch (rule) {
    case "dates":
      return app.open_at !== null && now < app.open_at
        ? `这个应用从${monthDayText(app.open_at)}起开放。`
        : `这个应用已在${monthDayText(app.close_at ?? now)}结束开放。`;
    case "clients":
      return `这个应用只能在${named(app.clients, CLIENT_NAMES)}里使用。`;
    case "roles":
    case "stages":
    case "grades":
      return `这个应用只给${audienceOf(app)}用。`;
    case "classes":
      return "这个应用只给部分班级用。";
    case "allow":
      return app.allow_identities.length > 0 &&
        app.allow_user_ids.length +
          app.allow_class_ids.length +
          app.allow_school_ids.length +
          app.allow_group_ids.length ===
          0
        ? `这个应用只给${named(app.allow_identities, ROLE_WORDS)}用。`
        : "这个应用只给名单里的人用。";
    case "deny":
      return "这个应用没有对您开放。";
    case "shelf":
      return app.shelf_state === "piloted"
        ? "这个应用正在部分班级试用。"
        : "这个应用现在没有上架。";
    case "switched":
      return "学校暂时关闭了这个应用。";
    case "district":
    case "schools":
      return "这个应用没有对这所学校开放。";
  }
}

/** Returns an audience in words: 「初中的老师」, 「三年级、四年级」, 「老师、家长」. */
function audienceOf({ roles, stage_ids, grade_ids }: Audience): string {
  const where = grade_ids.length > 0 ? gradesText(grade_ids) : named(stage_ids, STAGE_NAMES);
  const who = named(roles, ROLE_WORDS);
  return [where, who].filter(Boolean).join("的");
}

/** Returns grades in words: 「三年级、四年级」, or 「一年级以外的年级」 where nearly all are listed. */
function gradesText(ids: readonly string[]): string {
  const out = leftOutOf(GRADES, ids);
  if (out === undefined) return named(ids, GRADE_NAMES);
  return out.length === 0 ? "各个年级" : `${named(out, GRADE_NAMES)}以外的年级`;
}

function named(ids: readonly string[], names: Readonly<Record<string, string>>): string {
  return ids.map((id) => names[id] ?? id).join("、");
}

/**
 * Returns the sentence that says whom a person of this identity asks; `manager` is the name of the own school's
 * administrator.
 */
export function askText(identity: Identity, manager: string | undefined): string {
  if (identity === "inner_admin") return "";
  if (identity === "admin") return "有疑问请问平台管理员。";
  if (identity === "manager") return "有疑问请问区域管理员。";
  return manager === undefined ? "有疑问请问学校的老师。" : `有疑问请问学校管理员${manager}。`;
}

/**
 * Returns for each limit what the app demands and what the person has, for those who manage apps. Lists are counted.
 */
export function traceWords(
  app: Audience,
  viewer: Viewer,
  { school, now }: { school: string; now: number },
  trace: readonly TraceStep[],
): TraceWords[] {
  return trace.map((step) => ({ ...step, ...wordsOf(app, viewer, step.rule, { school, now }) }));
}

function wordsOf(
  app: Audience,
  viewer: Viewer,
  rule: AppRule,
  { school, now }: { school: string; now: number },
): { wants: string; has: string } {
  const pair = (wants: string, has: string) => ({ wants: wants || "不限", has: has || "没有" });
  switch (rule) {
    case "district":
      return pair(app.district_id === null ? "" : "一个区域及其中的学校", school);
    case "shelf":
      return pair(
        app.shelf_state === "piloted"
          ? `试用中，${counted(app.pilot_class_ids, "个班级") || "没有班级"}`
          : SHELF_STATE_NAMES[app.shelf_state],
        counted(viewer.class_ids, "个班级"),
      );
    case "switched":
      return pair(
        app.off_school_ids.length === 0 ? "" : `${app.off_school_ids.length} 所学校已关闭`,
        school,
      );
    case "dates":
      return pair(datesText(app), `今天${monthDayText(now)}`);
    case "roles":
      return pair(
        named(app.roles, ROLE_NAMES),
        isWayToDuty(app, viewer) ? "有管理权限" : named(viewer.roles, ROLE_NAMES),
      );
    case "clients":
      return pair(named(app.clients, CLIENT_NAMES), named([viewer.client], CLIENT_NAMES));
    case "schools":
      return pair(counted(app.school_ids, "所学校"), school);
    case "stages":
      return pair(
        named(app.stage_ids, STAGE_NAMES),
        named([...new Set(viewer.stage_ids)], STAGE_NAMES),
      );
    case "grades":
      return pair(gradesText(app.grade_ids), named([...new Set(viewer.grade_ids)], GRADE_NAMES));
    case "classes":
      return pair(counted(app.class_ids, "个班级"), counted(viewer.class_ids, "个班级"));
    case "allow":
      return pair(
        listText(app, "allow"),
        isListed(app, viewer, "allow") ? "在名单里" : "不在名单里",
      );
    case "deny":
      return pair(listText(app, "deny"), isListed(app, viewer, "deny") ? "在名单里" : "不在名单里");
  }
}

function listText(app: Audience, side: "allow" | "deny"): string {
  return [
    counted(app[`${side}_user_ids`], "人"),
    counted(app[`${side}_school_ids`], "所学校"),
    counted(app[`${side}_class_ids`], "个班级"),
    counted(app[`${side}_group_ids`], "个群组"),
    named(app[`${side}_identities`], ROLE_NAMES),
  ]
    .filter(Boolean)
    .join("、");
}

function datesText({ open_at, close_at }: Audience): string {
  return [
    open_at === null ? "" : `${monthDayText(open_at)}起`,
    close_at === null ? "" : `到${monthDayText(close_at)}`,
  ].join("");
}

function counted(ids: readonly string[], unit: string): string {
  return ids.length === 0 ? "" : `${ids.length} ${unit}`;
}
