import { readFile } from "node:fs/promises";
import { type RawBuilder, sql } from "kysely";
import { AGREEMENT_TEXT_MAX, type AgreementFormat, type AgreementType } from "#contract";
import type { AuditEvent } from "../audit/audit.ts";
import type { Database, Queryable } from "../database/database.ts";
import { recordOperator } from "../audit/audit-entry.ts";
import { OperatorRefused } from "../platform/operator-refused.ts";
import { keepState } from "../platform/platform-state.ts";
import { richText, type RichText, richTextOf } from "../platform/rich-text.ts";

interface Publish {
  type: AgreementType;
  title: string;
  file: string;
  /** The first moment in force; absent: at once. */
  effectiveAt?: Date;
}

/** A text that becomes the next version of its type. */
export interface NewVersion {
  type: AgreementType;
  title: string;
  html: string;
  effectiveAt: Date;
  /** Absent: the next one. */
  id?: string;
}

/** Publishes a version by command; returns the text for the operator. */
export async function publish(db: Database, asked: Publish, now: Date): Promise<string> {
  const { type, title, effectiveAt = now } = asked;
  if (effectiveAt < now)
    throw new AgreementRefused("生效日期已经过去，不写 --effective 则立即生效。");
  const { html, dropped } = await readText(asked.file);
  const { id, version } = await db
    .transaction()
    .execute((trx) =>
      addVersion(trx, { type, title, html, effectiveAt }, (event) =>
        recordOperator(trx, event, now),
      ),
    );
  const left = dropped.length === 0 ? "" : `\n没有保留的内容：${dropped.join("、")}`;
  return `已发布：${nameOf({ title, version })}（编号 ${id}），${dayOf(effectiveAt)} 起生效。${left}`;
}

/** Adds a version above all others of its type; one that was published is never changed, because people agreed to it. */
export async function addVersion(
  trx: Queryable,
  { type, title, html, effectiveAt, id: given }: NewVersion,
  record: (event: AuditEvent) => Promise<void>,
): Promise<{ id: string; version: number }> {
  await holdNumbers(trx);
  const { rows } = await sql<{ id: string; version: number }>`
    insert into agreement (id, type, version, title, content, effective_at)
    select ${given ?? NEXT_ID}::text, ${type}::text, ${nextVersion(type)}, ${title}::text, ${html}::text,
      ${effectiveAt}::timestamptz
    returning id, version`.execute(trx);
  const [made] = rows;
  if (made === undefined) throw new Error("no agreement was written");
  await assertNoneWaitsLonger(trx, { type, besides: made.version, after: effectiveAt });
  const object = { kind: "agreement", id: made.id };
  const detail = { type, version: made.version };
  await record({ action: "agreement-change", object, detail });
  return made;
}

/** Returns the number that the next version of a type gets. */
export async function nextNumber(db: Queryable, type: AgreementType): Promise<number> {
  const { rows } = await sql<{ next: number }>`select ${nextVersion(type)} as next`.execute(db);
  return rows[0]?.next ?? 1;
}

/**
 * Throws `AgreementRefused` when the version asked for would begin before one that still waits: the highest version
 * that has begun is in force, so the waiting one would never be. On the same day it may: that is how a mistake in the
 * waiting one is corrected.
 */
export async function assertNoneWaitsLonger(trx: Queryable, asked: AskedOfWaiting): Promise<void> {
  const waiting = await lastWaiting(trx, asked);
  if (waiting === undefined) return;
  throw new AgreementRefused(
    `${nameOf(waiting)}已定于 ${dayOf(waiting.effective_at)} 起生效，更早生效的新版本会使它永远不能生效。` +
      "请让新版本在同一天（取代它）或之后生效，或者先撤回它",
    `：npm run admin -- agreement withdraw --type ${asked.type} --version ${waiting.version}`,
  );
}

async function readText(file: string): Promise<RichText> {
  const bytes = await readFile(file).catch(() => {
    throw new AgreementRefused(`读不到文件“${file}”。`);
  });
  return readable(decoded(bytes), file.toLowerCase().endsWith(".txt") ? "text" : "html");
}

/** Returns a text as people will read it; refuses one that is too long, or shows nothing. */
export function readable(text: string, format: AgreementFormat): RichText {
  if (text.length > AGREEMENT_TEXT_MAX) {
    throw new AgreementRefused(`协议不能超过 ${AGREEMENT_TEXT_MAX} 个字符。`);
  }
  const read = format === "text" ? richTextOf(text) : richText(text);
  if (read.html.replaceAll(/<[^>]*>|&nbsp;|\s/g, "") === "") {
    throw new AgreementRefused("里面没有可以显示的文字。");
  }
  return read;
}

/** Decodes UTF-8, or GB18030, in which Windows in China saves texts. */
function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("gb18030").decode(bytes);
  }
}

/** Refuses a change of an agreement; the message says why, and for an operator also what to type instead. */
export class AgreementRefused extends OperatorRefused {
  /** The reason alone, for a page. */
  readonly sentence: string;

  constructor(sentence: string, command = "") {
    super(`${sentence}${command}`);
    this.sentence = sentence.endsWith("。") ? sentence : `${sentence}。`;
  }
}

/** Returns a version in words for the operator. */
export function nameOf({ title, version }: { title: string; version: number }): string {
  return `《${title}》第 ${version} 版`;
}

/** Returns a moment in Chinese time. */
export function dayOf(at: Date): string {
  return at.toLocaleString("zh-CN", { timeZone: "Asia/Shanghai", hour12: false });
}

/** The number of the lock under which versions come and go; any number, the same on every node. */
const NUMBERING_LOCK = 7_100_077;

/** Waits for others who publish or withdraw: of two at the same moment, the second gets the next number. */
async function holdNumbers(trx: Queryable): Promise<void> {
  await sql`select pg_advisory_xact_lock(${NUMBERING_LOCK})`.execute(trx);
}

const ID_KEY = "agreement-id";
const versionKey = (type: AgreementType) => `agreement-version-${type}`;

/** The SQL of the next agreement id of any type, as text. */
const NEXT_ID = sql<string>`(${highestId()} + 1)::text`;

/** Returns the SQL of the next version number of a type. */
function nextVersion(type: AgreementType): RawBuilder<number> {
  return sql`${highestVersion(type)} + 1`;
}

/**
 * Stores the highest id and version given so far, before the version that may bear them is deleted: the audit and links
 * go on naming them, so neither is given again.
 */
export async function keepNumbers(trx: Queryable, type: AgreementType): Promise<void> {
  await holdNumbers(trx);
  await keepState(trx, ID_KEY, sql`(${highestId()})::text`);
  await keepState(trx, versionKey(type), sql`(${highestVersion(type)})::text`);
}

function highestId() {
  return sql`greatest(0, ${kept(ID_KEY)}, (select max(id::integer) from agreement where id ~ '^[0-9]{1,9}$'))`;
}

function highestVersion(type: AgreementType) {
  return sql`greatest(0, ${kept(versionKey(type))}, (select max(version) from agreement where type = ${type}))`;
}

function kept(key: string) {
  return sql`(select value::integer from platform_state where key = ${key})`;
}

interface Waiting {
  version: number;
  title: string;
  effective_at: Date;
}

interface AskedOfWaiting {
  type: AgreementType;
  /** The version that is being added: it does not count as replacing others. */
  besides: number;
  after: Date;
}

/**
 * Returns the version that takes effect last among those that begin after `after`. Skips versions that a higher version
 * replaces before they take effect.
 */
export async function lastWaiting(
  trx: Queryable,
  { type, besides, after }: AskedOfWaiting,
): Promise<Waiting | undefined> {
  const { rows } = await sql<Waiting>`
    select version, title, effective_at from agreement as waiting
    where type = ${type} and effective_at > ${after} and not exists (
      select from agreement as higher
      where higher.type = waiting.type and higher.version > waiting.version
        and higher.version <> ${besides} and higher.effective_at <= waiting.effective_at)
    order by effective_at desc limit 1`.execute(trx);
  return rows[0];
}
