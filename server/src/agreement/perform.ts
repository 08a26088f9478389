import type { Database } from "../database/database.ts";
import type { AgreementCommand } from "./command-line.ts";
import { agreementsInForce } from "./consents.ts";
import { dayOf } from "./naming.ts";
import { publish } from "./publish.ts";
import { withdraw } from "./withdraw.ts";

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
