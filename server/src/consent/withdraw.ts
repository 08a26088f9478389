import type { AgreementType } from "#contract";
import type { Database, Queryable } from "../database/database.ts";
import type { AuditEvent } from "../audit/audit.ts";
import { recordOperator } from "../audit/audit-entry.ts";
import { AgreementRefused, dayOf, keepNumbers, lastWaiting, nameOf } from "./publish.ts";

interface Withdraw {
  type: AgreementType;
  version: number;
}

/** Withdraws a version by command; returns the text for the operator. */
export async function withdraw(db: Database, asked: Withdraw, now: Date): Promise<string> {
  return db.transaction().execute(async (trx) => {
    const gone = await takeBack(trx, asked, now, (event) => recordOperator(trx, event, now));
    const waiting = await lastWaiting(trx, {
      type: asked.type,
      besides: asked.version,
      after: now,
    });
    const next =
      waiting && `\n仍在等待的：${nameOf(waiting)}，${dayOf(waiting.effective_at)} 起生效。`;
    return `已撤回：${nameOf(gone)}（编号 ${gone.id}）。${next ?? ""}`;
  });
}

/** Withdraws a version that has not taken effect: nobody can have agreed to it yet. */
export async function takeBack(
  trx: Queryable,
  { type, version }: Withdraw,
  now: Date,
  record: (event: AuditEvent) => Promise<void>,
): Promise<{ id: string; version: number; title: string }> {
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
  await record({ action: "agreement-change", object, detail });
  return gone;
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
  if (kept === undefined) {
    return new AgreementRefused(
      `没有 ${type} 的第 ${version} 版`,
      "，请用 npm run admin -- agreement list 查看。",
    );
  }
  return new AgreementRefused(
    `${nameOf(kept)}自 ${dayOf(kept.effective_at)} 起生效，已经可以同意，不能撤回。请发布新的版本取代它。`,
  );
}
