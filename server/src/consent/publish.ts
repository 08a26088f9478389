import { readFile } from "node:fs/promises";
import { sql } from "kysely";
import type { AgreementType } from "#contract";
import type { Database, Queryable } from "../database/database.ts";
import { recordOperator } from "../audit/audit-entry.ts";
import { AgreementRefused } from "./agreement-refused.ts";
import { dayOf, nameOf } from "./naming.ts";
import { NEXT_ID, nextVersion } from "./numbers.ts";
import { richText, richTextOf, type RichText } from "./rich-text.ts";
import { lastWaiting, type AskedOfWaiting } from "./waiting.ts";

const CHARACTERS_AT_MOST = 200_000;

interface Publish {
  type: AgreementType;
  title: string;
  file: string;
  /** At once where absent. */
  effectiveAt?: Date;
}

/** Adds a version above all others of its type; one that was published is never changed, because people agreed to it. */
export async function publish(db: Database, asked: Publish, now: Date): Promise<string> {
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
