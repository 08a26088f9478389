import { sql } from "kysely";
import type { Config } from "../platform/config.ts";
import type { Database } from "../database/database.ts";
import { analyze } from "../database/analyze.ts";
import { platformAddress } from "../platform/platform-address.ts";
import { keepSubject, pairwiseSubject, readSubjectKey } from "../launch/api.ts";
import type { Progress } from "../roster/import.ts";
import type { WebOptions } from "../web/routes.ts";
import type { KnownSubject } from "../../../demo/apps/send-today.ts";
import { StartFailure } from "./failure.ts";
import { explainListening } from "./port.ts";

/** Returns whether the database has organisations of the demo, and of others. */
async function whoseOrganisations(db: Database): Promise<{ demo: boolean; others: boolean }> {
  const { rows } = await sql<{ demo: boolean; others: boolean }>`
    select coalesce(bool_or(source = 'demo'), false) as demo,
      coalesce(bool_or(source is distinct from 'demo'), false) as others from school`.execute(db);
  return rows[0] ?? { demo: false, others: false };
}

/** Returns whether the demo's people, whose password everybody knows, are in a database that is run without the demo. */
export async function hasDemoLeft(db: Database): Promise<boolean> {
  return (await whoseOrganisations(db)).demo;
}

/**
 * Throws where the demo would come to the people of others: `DEMO=off` was forgotten, and everybody knows the password of who
 * administers the demo.
 */
async function assertNobodyElses(db: Database): Promise<void> {
  const { demo, others } = await whoseOrganisations(db);
  if (demo || !others) return;
  throw new StartFailure(
    "数据库里已经有别的机构，没有把演示区放进去：演示区人员的密码是公开的。有真实用户的平台请设置 DEMO=off；要看演示区，请用 DATA_DIR 另指定一个空的目录。",
  );
}

/** Imports the demo district; returns whether anything was missing. The demo's code is loaded only for that. */
export async function bringDemoIn(
  db: Database,
  config: Config,
  say: (line: string) => void,
): Promise<boolean> {
  await assertNobodyElses(db);
  const { DEMO_SOURCE, loadDemo } = await import("../../../demo/load.ts");
  const { loadLessons } = await import("../../../demo/lessons/load-lessons.ts");
  const tell = ({ step, done, total }: Progress) => {
    if (total > 0 && done === total) say(`      ${step} ${done}`);
  };
  const hasNewPeople = await loadDemo(db, config, tell);
  const hasNewLessons = await loadLessons(db, DEMO_SOURCE, tell);
  if (hasNewLessons) await analyze(db);
  return hasNewPeople || hasNewLessons;
}

/** Returns what the page needs of the demo: covers and media are drawn as they are asked for. */
export async function demoWeb(): Promise<Pick<WebOptions, "drawFile">> {
  const { drawFile } = await import("../../../demo/lessons/media/draw-media.ts");
  return { drawFile };
}

/** The apps that send to-dos, and those of their people whose launches the demo takes as done. */
const SENT_TO: Readonly<Record<string, readonly string[]>> = {
  homework: ["zhaoyifan", "linxiaoman"],
  "assign-homework": ["sunhao", "linlan"],
};

/** Returns the subjects by which the demo's apps know people, as if these had opened them before. */
export async function demoSubjects(db: Database): Promise<KnownSubject[]> {
  const key = await readSubjectKey(db);
  const people = await db
    .selectFrom("user")
    .select(["id", "account"])
    .where("account", "in", Object.values(SENT_TO).flat())
    .execute();
  const known: KnownSubject[] = [];
  for (const [app_id, accounts] of Object.entries(SENT_TO)) {
    for (const { id, account } of people.filter((one) => accounts.includes(one.account))) {
      const sub = pairwiseSubject(key, app_id, id);
      await keepSubject(db, { app_id, sub, user_id: id });
      known.push({ app_id, account, sub });
    }
  }
  return known;
}

/**
 * Starts the server behind the demo's tiles, and has its apps send what is to be done today; returns a function that closes
 * it.
 */
export async function openDemoApps(
  config: Config,
  subjects: readonly KnownSubject[],
): Promise<() => Promise<void>> {
  const { readDemoApps } = await import("../../../demo/apps/demo-app.ts");
  const { sendToday } = await import("../../../demo/apps/send-today.ts");
  const { startDemoApps } = await import("../../../demo/apps/server.ts");
  const { demoAppAddress } = await import("../../../demo/load.ts");
  const { host, demoAppPort: port } = config;
  const platformUrl = platformAddress(config);
  const ownUrl = demoAppAddress(config);
  try {
    const { close } = await startDemoApps({ port, host, platformUrl, ownUrl });
    const addresses = { platformUrl, appUrl: ownUrl, now: new Date() };
    const stop = new AbortController();
    const sent = sendToday(await readDemoApps(), subjects, addresses, stop.signal);
    return async () => {
      stop.abort();
      await sent.catch(() => {});
      await close();
    };
  } catch (error) {
    return explainListening(error, host, port, "DEMO_APP_PORT");
  }
}
