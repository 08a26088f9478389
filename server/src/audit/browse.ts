import { sql } from "kysely";
import { auditActionText, type AuditLine, type Identity, type PageCursor } from "#contract";
import type { Queryable } from "../database/database.ts";
import type { Scope } from "../rights/rules.ts";
import { personWithin, schoolWithin } from "../rights/scope-sql.ts";
import { type AuditQuery, conditionsOf, entriesWithin } from "./scope.ts";

const ENTRIES_AT_ONCE = 100;

/** Words for the kinds of things that entries name. */
const OBJECT_NAMES: Readonly<Record<string, string>> = {
  app: "应用",
  audit: "审计记录",
  class: "班级",
  "change-set": "变更",
  content: "课程与资源",
  district: "区域",
  feedback: "反馈",
  file: "文件",
  grant: "权限",
  bundle: "权限组",
  invitation: "邀请码",
  people: "人员名单",
  person: "人员",
  school: "学校",
  sheet: "密码条",
};

/** Words for the steps of a change and of a transfer, of which each has an entry. */
const STEPS: Readonly<Record<string, string>> = {
  plan: "计划",
  "approval-wanted": "提交审批",
  approve: "批准",
  refuse: "不批准",
  discard: "放弃",
  apply: "开始应用",
  applied: "已应用",
  outdated: "没有应用，有的项被别人改过",
  undo: "开始撤销",
  undone: "已撤销",
  "partly-undone": "撤销了一部分",
  ask: "请求接收",
  give: "放行",
  show: "查看转学码",
  decline: "不放行",
  drop: "不再等待",
};

export interface LineRow {
  id: string;
  at: Date;
  action: string;
  outcome: "ok" | "refused";
  identity: Identity | null;
  by_id: string | null;
  by_name: string | null;
  by_account: string | null;
  about_id: string | null;
  about_name: string | null;
  about_account: string | null;
  about_count: number;
  app_name: string | null;
  school_name: string | null;
  object_kind: string | null;
  object_name: string | null;
  /** The step of a change or a transfer. */
  step: string | null;
  /** Change of a second factor, as the audit words it. */
  change: string | null;
  address: string;
}

/** SQL of the change of a second factor in an entry `e`. */
const FACTOR_CHANGE = sql`case when e.action = 'second-factor-change'
  then concat(e.detail ->> 'change', ' ', e.detail ->> 'kind') end`;

/** Returns the columns that describe an entry `e` in words; people who are out of the scope or gone have no name. */
export function lineColumns(scope: Scope) {
  const known = (alias: string) =>
    scope.kind === "all" ? sql`true` : personWithin(scope, sql.ref(`${alias}.id`));
  return {
    columns: sql`e.id, e.at, e.action, e.outcome, e.identity, e.address, e.object_kind,
      case when e.action in ('change-set', 'transfer') then e.detail ->> 'step' end as step,
      ${FACTOR_CHANGE} as change,
      b.id as by_id, b.name as by_name, b.account as by_account,
      a.id as about_id, a.name as about_name, a.account as about_account,
      case when jsonb_typeof(e.detail -> 'children') = 'array' then jsonb_array_length(e.detail -> 'children') else 0 end as about_count,
      (select p.name from app p where p.id = e.app_id) as app_name,
      (select s.name from school s where s.id = e.school_id) as school_name,
      case e.object_kind
        when 'app' then (select p.name from app p where p.id = e.object_id)
        when 'school' then (select s.name from school s where s.id = e.object_id)
        when 'class' then (select k.name from class k where k.id = e.object_id and k.school_id = e.school_id)
        when 'change-set' then (select c.act from change_set c where c.id = e.object_id and ${schoolWithin(scope, sql.ref("c.school_id"))})
      end as object_name`,
    joins: sql`left join "user" b on b.id = e.user_id and ${known("b")}
      left join "user" a on a.id = e.subject_id and ${known("a")}`,
  };
}

/** Reads a page of a scope's entries. */
export async function readLines(
  db: Queryable,
  asked: AuditQuery,
  after: PageCursor | undefined,
): Promise<{ entries: AuditLine[]; next: PageCursor | null; people: string[] }> {
  const conditions = await conditionsOf(db, asked);
  if (conditions === undefined) return { entries: [], next: null, people: [] };
  const { columns, joins } = lineColumns(asked.scope);
  const { rows } = await sql<LineRow>`
    select ${columns}
    from ${entriesWithin(asked.scope, conditions, { after, limit: ENTRIES_AT_ONCE + 1 })} as e ${joins}
    order by e.at desc, e.id desc`.execute(db);
  const shown = rows.slice(0, ENTRIES_AT_ONCE);
  const last = shown.at(-1);
  const more = rows.length > ENTRIES_AT_ONCE && last !== undefined;
  return {
    entries: shown.map(lineOf),
    next: more ? { at: last.at, id: last.id } : null,
    people: shown.flatMap(peopleOf),
  };
}

/** Returns the ids of the people whom a line names. */
export function peopleOf({ by_id, about_id }: LineRow): string[] {
  return [by_id, about_id].filter((id) => id !== null);
}

function wordsOf({ action, step, change }: LineRow): string {
  const words = auditActionText(action, change);
  const of = step === null ? undefined : STEPS[step];
  return of === undefined ? words : `${words}（${of}）`;
}

/** Returns an entry as the page shows it, in Chinese words; times as ISO text. */
export function lineOf(row: LineRow): AuditLine {
  const { id, at, action, outcome, address, about_count, school_name } = row;
  return {
    ...{ id, action, outcome, address, about_count, school_name },
    at: at.toISOString(),
    words: wordsOf(row),
    by: person(row.by_id, row.by_name, row.by_account),
    by_identity: row.identity,
    by_app: row.app_name,
    about: person(row.about_id, row.about_name, row.about_account),
    object: objectOf(row),
  };
}

function person(id: string | null, name: string | null, account: string | null): AuditLine["by"] {
  return id === null || name === null || account === null ? null : { id, name, account };
}

function objectOf({ object_kind, object_name }: LineRow): string | null {
  if (object_kind === null) return null;
  const kind = OBJECT_NAMES[object_kind];
  if (object_name !== null) return kind === undefined ? object_name : `${kind}“${object_name}”`;
  return kind ?? null;
}
