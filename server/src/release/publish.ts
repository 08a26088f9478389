import { type Device, OLDEST_VERSION } from "#contract";
import type { AuditEvent } from "../audit/audit.ts";
import type { Database, Queryable } from "../database/database.ts";
import { recordOperator } from "../audit/audit-entry.ts";
import { OperatorRefused } from "../platform/operator-refused.ts";
import { presentRelease, putRelease } from "./queries.ts";

/** Refuses an operator's request; the message says why. */
export class ReleaseRefused extends OperatorRefused {}

interface Publish {
  device: Device;
  version: string;
  min_version?: string;
  force: boolean;
  notes: string;
  /** The address of the download; absent for the page itself. */
  url?: string;
}

/** Publishes a version, or completes the entry of a page's build that has registered itself. */
export async function publish(
  db: Database,
  asked: Publish,
  now: Date,
  record: Record = recordOperator,
): Promise<void> {
  const { url = WEB_URL, ...release } = asked;
  const { device, version } = release;
  await db.transaction().execute(async (trx) => {
    if (device === "web") {
      const known = await trx
        .selectFrom("release")
        .select("version")
        .where("device", "=", device)
        .where("version", "=", version)
        .executeTakeFirst();
      if (known === undefined) {
        throw new ReleaseRefused(`没有登记过网页的构建“${version}”：要先启动它。`);
      }
    }
    await putRelease(trx, { ...release, url }, now);
    await record(trx, eventOf("publish", device, version), now);
  });
}

/** Withdraws a version; returns the one that is present from now on. */
export async function withdraw(
  db: Database,
  { device, version }: { device: Device; version: string },
  now: Date,
  record: Record = recordOperator,
): Promise<string | undefined> {
  return db.transaction().execute(async (trx) => {
    const gone = await trx
      .updateTable("release")
      .set({ withdrawn_at: now })
      .where("device", "=", device)
      .where("version", "=", version)
      .where("withdrawn_at", "is", null)
      .returning("version")
      .executeTakeFirst();
    if (gone === undefined) throw new ReleaseRefused(`没有已发布的版本：${device} ${version}`);
    await record(trx, eventOf("withdraw", device, version), now);
    return (await presentRelease(trx, device))?.version;
  });
}

/** Writes the audit entry: of an operator, or of a person at a page. */
type Record = (trx: Queryable, event: AuditEvent, now: Date) => Promise<void>;

function eventOf(act: "publish" | "withdraw", device: Device, version: string): AuditEvent {
  const object = { kind: "release", id: `${device} ${version}` };
  return { action: "release-change", object, detail: { act } };
}

/** Returns every version, the newest of each device first, with the present one marked. */
export async function everyRelease(db: Database, device?: Device) {
  let query = db.selectFrom("release").selectAll();
  if (device !== undefined) query = query.where("device", "=", device);
  const all = await query
    .orderBy("device")
    .orderBy("published_at", "desc")
    .orderBy("version")
    .execute();
  const present = new Map<Device, string>();
  for (const one of all) {
    if (one.withdrawn_at === null && !present.has(one.device)) present.set(one.device, one.version);
  }
  return all.map((one) => ({ ...one, counts: present.get(one.device) === one.version }));
}

/** Returns every version in lines, the present ones marked. */
export async function listReleases(db: Database, device: Device | undefined): Promise<string> {
  const all = await everyRelease(db, device);
  if (all.length === 0) return "还没有发布过版本。";
  return all
    .map((one) => {
      const at = one.published_at.toLocaleString("zh-CN", {
        timeZone: "Asia/Shanghai",
        hour12: false,
      });
      return [
        one.counts ? "*" : " ",
        one.device,
        one.version,
        at,
        ...(one.min_version === OLDEST_VERSION ? [] : [`最低 ${one.min_version}`]),
        ...(one.force ? ["必须更新"] : []),
        ...(one.withdrawn_at === null ? [] : ["已撤回"]),
        one.url,
        one.notes,
      ]
        .join("  ")
        .trimEnd();
    })
    .join("\n");
}

/** The address of the page itself, used for a release without one of its own. */
const WEB_URL = "/platformEntry/";

/**
 * Makes the build of the page on this node the present release of `web`. The node that started last decides: in a
 * rollout it is a new one, after a rollback an old one; a build that is present already keeps what an operator wrote
 * about it.
 */
export async function announceBuild(db: Database, version: string, now: Date): Promise<void> {
  const present = await presentRelease(db, "web");
  if (present?.version === version) return;
  await putRelease(db, { device: "web", version, force: false, notes: "", url: WEB_URL }, now);
}
