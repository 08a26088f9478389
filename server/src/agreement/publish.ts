import { readFile } from "node:fs/promises";
import { sql } from "kysely";
import type { AgreementType } from "#contract";
import type { Database, Queryable } from "../database/database.ts";
import { recordOperator } from "../http/audit-entry.ts";
import type { AgreementCommand } from "./command-line.ts";
import { agreementsInForce } from "./consents.ts";
import { keepNumbers, NEXT_ID, nextVersion } from "./numbers.ts";
import { richText, richTextOf, type RichText } from "./rich-text.ts";

/** What the operator asked for cannot be; the message says why. */
export class AgreementRefused extends Error {}

const CHARACTERS_AT_MOST = 200_000;

/** Does what the operator asked for; answers what the operator is told. */
export async function performAgreement(
  db: Database,
  asked: AgreementCommand,
  now: Date,
): Promise<string> {
  switch (asked.do) {
    case "list":
      return listAgreements(db, now);
    case "publish":
      return publish(db, asked, now);
    case "withdraw":
      return withdraw(db, asked, now);
  }
}

type Publish = Extract<AgreementCommand, { do: "publish" }>;
type Withdraw = Extract<AgreementCommand, { do: "withdraw" }>;

/** Adds a version above all others of its type; one that was published is never changed, because people agreed to it. */
async function publish(db: Database, asked: Publish, now: Date): Promise<string> {
  const { type, title, effectiveAt = now } = asked;
  if (effectiveAt < now)
    throw new AgreementRefused("生效日期已经过去，不写 --effective 则立即生效。");
  const { html, dropped } = await readText(asked.file);
  const { id, version } = await db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ id: string; version: number }>`
      insert into agreement (id, type, version, title, content, effective_at)
      select ${NEXT_ID}, ${type}::text, ${nextVersion(type)}, ${title}::text, ${html}::text,
        ${effectiveAt}::timestamptz
      returning id, version`.execute(trx);
    const [made] = rows;
    if (made === undefined) throw new Error("no agreement was written");
    await assertNoneWaitsLonger(trx, { type, besides: made.version, after: effectiveAt });
    const object = { kind: "agreement", id: made.id };
    const detail = { type, version: made.version };
    await recordOperator(trx, { action: "agreement-change", object, detail }, now);
    return made;
  });
  const left = dropped.length === 0 ? "" : `\n没有保留的内容：${dropped.join("、")}`;
  return `已发布：${nameOf({ title, version })}（编号 ${id}），${dayOf(effectiveAt)} 起生效。${left}`;
}

/**
 * Of those that have begun the highest version is in force: one that waits for its day would never be, if a higher one
 * began before it. On the same day it may, for that is how a mistake in the one that waits is mended.
 */
async function assertNoneWaitsLonger(trx: Queryable, asked: AskedOfWaiting): Promise<void> {
  const waiting = await lastWaiting(trx, asked);
  if (waiting === undefined) return;
  throw new AgreementRefused(
    `${nameOf(waiting)}已定于 ${dayOf(waiting.effective_at)} 起生效，更早生效的新版本会使它永远不能生效。` +
      "请让新版本在同一天（取代它）或之后生效，或者先撤回它：" +
      `npm run admin -- agreement withdraw --type ${asked.type} --version ${waiting.version}`,
  );
}

/** Takes back a version that has not begun: only to one in force can anybody have agreed. */
async function withdraw(db: Database, { type, version }: Withdraw, now: Date): Promise<string> {
  return db.transaction().execute(async (trx) => {
    await keepNumbers(trx, type);
    const gone = await trx
      .deleteFrom("agreement")
      .where("type", "=", type)
      .where("version", "=", version)
      .where("effective_at", ">", now)
      // a node whose clock is ahead may have asked somebody already
      .where(({ exists, not, selectFrom }) =>
        not(
          exists(
            selectFrom("consent")
              .select("user_id")
              .where("type", "=", type)
              .where("version", "=", version),
          ),
        ),
      )
      .returning(["id", "version", "title"])
      .executeTakeFirst();
    if (gone === undefined) throw await whyItStays(trx, type, version);
    const object = { kind: "agreement", id: gone.id };
    const detail = { act: "withdraw", type, version };
    await recordOperator(trx, { action: "agreement-change", object, detail }, now);
    const waiting = await lastWaiting(trx, { type, besides: version, after: now });
    const next =
      waiting && `\n仍在等待的：${nameOf(waiting)}，${dayOf(waiting.effective_at)} 起生效。`;
    return `已撤回：${nameOf(gone)}（编号 ${gone.id}）。${next ?? ""}`;
  });
}

async function whyItStays(
  trx: Queryable,
  type: AgreementType,
  version: number,
): Promise<AgreementRefused> {
  const kept = await trx
    .selectFrom("agreement")
    .select(["version", "title", "effective_at"])
    .where("type", "=", type)
    .where("version", "=", version)
    .executeTakeFirst();
  return new AgreementRefused(
    kept === undefined
      ? `没有 ${type} 的第 ${version} 版，请用 npm run admin -- agreement list 查看。`
      : `${nameOf(kept)}自 ${dayOf(kept.effective_at)} 起生效，已经可以同意，不能撤回。请发布新的版本取代它。`,
  );
}

interface Waiting {
  version: number;
  title: string;
  effective_at: Date;
}

interface AskedOfWaiting {
  type: AgreementType;
  /** The version that is left out of account. */
  besides: number;
  after: Date;
}

/** The last to begin of those that begin later; one that a higher version forestalls will never be in force. */
async function lastWaiting(
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

async function readText(file: string): Promise<RichText> {
  const bytes = await readFile(file).catch(() => {
    throw new AgreementRefused(`读不到文件“${file}”。`);
  });
  const text = decoded(bytes);
  if (text.length > CHARACTERS_AT_MOST) {
    throw new AgreementRefused(`协议不能超过 ${CHARACTERS_AT_MOST} 个字符。`);
  }
  const read = file.toLowerCase().endsWith(".txt") ? richTextOf(text) : richText(text);
  if (read.html.replaceAll(/<[^>]*>|&nbsp;|\s/g, "") === "") {
    throw new AgreementRefused(`文件“${file}”里没有可以显示的文字。`);
  }
  return read;
}

/** UTF-8, or what Windows in China saves a text as. */
function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("gb18030").decode(bytes);
  }
}

async function listAgreements(db: Database, now: Date): Promise<string> {
  const inForce = await agreementsInForce(db, now);
  const all = await db
    .selectFrom("agreement")
    .select(["id", "type", "version", "title", "effective_at"])
    .orderBy("type", "desc")
    .orderBy("version", "desc")
    .execute();
  return all
    .map(({ id, type, version, title, effective_at }) => {
      const isPresent = inForce.some((one) => one.type === type && one.version === version);
      const mark = isPresent ? "*" : " ";
      return `${mark}  ${type}  第 ${version} 版  编号 ${id}  ${dayOf(effective_at)} 起  《${title}》`;
    })
    .join("\n");
}

function nameOf({ title, version }: { title: string; version: number }): string {
  return `《${title}》第 ${version} 版`;
}

function dayOf(at: Date): string {
  return at.toLocaleString("zh-CN", { timeZone: "Asia/Shanghai", hour12: false });
}
