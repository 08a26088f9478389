import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { zipSync } from "fflate";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  applyChange,
  type Call,
  markRoster,
  planChange,
  readOneRoster,
  readRoster,
} from "#contract";
import { buildTestApp, type TestApp } from "../../test/build.ts";
import { filesWith, tablesWith } from "../../test/canary.ts";
import { makePerson, makeSchool, signIn } from "../../test/people.ts";
import { send } from "../../test/send.ts";
import { backupLines } from "../backup/backup.ts";
import { bundleWith, bytesOf, type Files } from "../roster/small-bundle.fixture.ts";

/** Identity-card numbers and columns that nobody needs, through both ways in, to wherever something is written (RO-03). */

const CARDS = ["110105201609010027", "110105198001010032", "110105201609010043"];
const [CHILD = "", PARENT = "", ACCOUNT = ""] = CARDS;
const UNNEEDED = ["金丝雀血型", "金丝雀民族", "金丝雀出生地", "canary-pronoun", "canary-master"];
const [BLOOD = "", PEOPLE = "", CITY = "", PRONOUN = "", MASTER = ""] = UNNEEDED;
const CANARIES = [...CARDS, ...UNNEEDED];

const log: string[] = [];
let at: TestApp;
let dataDir: string;
let headers: Record<string, string>;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "schoolgate-canaries-"));
  at = await buildTestApp({
    config: { dataDir, logLevel: "trace" },
    log: { write: (line) => void log.push(line) },
  });
  await makeSchool(at.db, { id: "a", name: "启明小学", stage_ids: ["primary"] });
  const memberships = [{ school: "a", identity: "inner_admin" as const }];
  await makePerson(at.db, { id: "platform", account: "platform", memberships });
  ({ headers } = await signIn(at.app, "platform"));
});
afterAll(async () => {
  await at.close();
  await rm(dataDir, { recursive: true, force: true });
});

const SHEET = `姓名,性别,身份证号,父亲姓名,父亲身份证号,年级,班级,血型,民族
林小满,女,${CHILD},林父,${PARENT},三年级,1班,${BLOOD},${PEOPLE}
`;

/** Returns a bundle whose users have numbers and remarks in every column that is not needed. */
function bundle(): Files {
  return bundleWith(
    ["users.csv", "true,zhouli,,莉,周,,,", `true,zhouli,${CHILD},莉,周,,${PARENT},`],
    [
      "users.csv",
      "p,03,first-password,,,,,a,,母亲",
      `p,03,first-password,${MASTER},,,,a,${PRONOUN},母亲`,
    ],
    ["demographics.csv", "female,,,,,,,,,,,", `female,,,,,,,,,,${CITY},`],
  );
}

async function call(of: Call, input: object) {
  const { body } = await send(at.app, of, input as never, { headers });
  return body as { code: number; data: Record<string, unknown> };
}

const zipped = (files: Files) =>
  Buffer.from(zipSync(Object.fromEntries(bytesOf(files)))).toString("base64");

async function apply(change_id: unknown) {
  expect((await call(applyChange, { change_id, reason: "开学" })).code).toBe(200);
  await at.app.jobs.runDue();
  const set = await at.db
    .selectFrom("change_set")
    .select("state")
    .where("id", "=", String(change_id))
    .executeTakeFirstOrThrow();
  expect(set.state).toBe("applied");
}

/** Returns where the canaries are: tables with the payloads of jobs, lines of the log, files, and a backup of it all. */
async function found(): Promise<string[]> {
  const backup: string[] = [];
  const of = { config: { dataDir }, version: "test", now: new Date() };
  for await (const line of backupLines(at.db, of)) {
    const text = JSON.stringify(line);
    backup.push(...CANARIES.filter((one) => text.includes(one)).map((one) => `backup: ${one}`));
  }
  return [
    ...(await tablesWith(at.db, CANARIES)),
    ...(await filesWith(dataDir, CANARIES)),
    ...log.filter((line) => CANARIES.some((one) => line.includes(one))),
    ...backup,
  ];
}

test("the places that are looked through are those where something is written", async () => {
  await at.db.updateTable("school").set({ name: CITY }).where("id", "=", "a").execute();
  await writeFile(join(dataDir, "left-behind"), CHILD);
  expect(await found()).toEqual([
    `school: ${CITY}`,
    join(dataDir, "left-behind"),
    `backup: ${CITY}`,
  ]);
  await at.db.updateTable("school").set({ name: "启明小学" }).where("id", "=", "a").execute();
  await rm(join(dataDir, "left-behind"));
  expect(await found()).toEqual([]);
});

test("a sheet leaves the keyed hash, and nothing else of a card", async () => {
  const file = {
    ...{ school_id: "a", kind: "student", name: "三年级.csv", mapping: [], corrections: [] },
    file: Buffer.from(SHEET).toString("base64"),
  };
  const { data } = await call(readRoster, file);
  expect(data).toMatchObject({ fault_count: 0, people: 1 });
  await call(markRoster, file);
  const change = {
    kind: "roster-import",
    school_id: "a",
    draft_id: data["draft_id"],
    ends: "nobody",
  };
  await apply((await call(planChange, { change })).data["id"]);
  const hashed = at.db.selectFrom("user").select("id_hash").where("name", "=", "林小满");
  expect((await hashed.executeTakeFirstOrThrow()).id_hash).toMatch(/^[\da-f]{64}$/);
  expect(await found()).toEqual([]);
});

test("a OneRoster bundle is kept without the columns that nobody needs", async () => {
  const { data } = await call(readOneRoster, { name: "名册.zip", file: zipped(bundle()) });
  expect(data).toMatchObject({ fault_count: 0 });
  await apply(data["change_id"]);
  const kept = await at.db.selectFrom("roster_file").select("content").execute();
  expect(kept.some(({ content }) => content.includes("zhouli"))).toBe(true);
  expect(await found()).toEqual([]);
});

test("a card's number in place of an account or an id is refused with its place, and not quoted", async () => {
  const wrong = bundleWith(["users.csv", "true,zhouli,", `true,${ACCOUNT},`]);
  const { data } = await call(readOneRoster, { name: "名册.zip", file: zipped(wrong) });
  expect(data).toMatchObject({
    ...{ fault_count: 1, change_id: null },
    faults: [{ file: "users.csv", line: 2, column: "username", message: /^是身份证号/ }],
  });
  expect(JSON.stringify(data)).not.toContain(ACCOUNT);
  expect(await found()).toEqual([]);
});
