import type { Database } from "../database/database.ts";
import { agreementsInForce } from "./api.ts";
import { dayOf } from "./publish.ts";

/** Returns every version of every agreement in lines, those in force marked. */
export async function listAgreements(db: Database, now: Date): Promise<string> {
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
