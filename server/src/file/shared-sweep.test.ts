import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { mediumUrl, pictureUrl } from "#contract";
import { makeContents } from "../../test/contents.ts";
import { putFile } from "../../test/files.ts";
import { makePerson, makeSchool, signIn } from "../../test/people.ts";
import { ChangeTestApp, SCHOOL_LOGO } from "../change-set/change-set.fixture.ts";
import { exchangeState, readState } from "../platform/platform-state.ts";
import { removeContents } from "../content/save-contents.ts";
import { hasPicture } from "./api.ts";
import { SHARED_IDLE_DAYS, sweepFiles } from "./sweep.ts";

const DAY = 86_400_000;
const SOUND = Buffer.concat([Buffer.from("ID3\x04\0\0\0\0\0\0", "latin1"), Buffer.alloc(50, 7)]);
let on: ChangeTestApp;
let nth = 0;
let key = "";

beforeAll(async () => {
  on = await ChangeTestApp.open();
});
afterAll(() => on.at.close());
beforeEach(async () => {
  nth += 1;
  key = String(nth).padStart(22, "p");
  const values = {
    id: key,
    mime: "image/png" as const,
    bytes: Buffer.from("x"),
    created_at: new Date(),
  };
  await on.at.db.insertInto("picture").values(values).execute();
});

async function after(days: number): Promise<void> {
  on.clock += days * DAY;
  await sweepFiles(on.at.db, on.at.app.files.store, new Date(on.clock));
}
const isThere = () => hasPicture(on.at.db, key);

/** Expects that the picture stays while it is referred to, and goes some time after it is not. */
async function expectSwept(release: () => Promise<unknown>): Promise<void> {
  await after(0);
  await after(SHARED_IDLE_DAYS + 1);
  expect(await isThere(), "referred to").toBe(true);
  await release();
  await after(0);
  await after(SHARED_IDLE_DAYS - 1);
  expect(await isThere(), "its days are not over").toBe(true);
  await after(2);
  expect(await isThere(), "its days are over").toBe(false);
}

test("a change that can be undone: before and after", async () => {
  const { db } = on.at;
  for (const logo of [SCHOOL_LOGO, pictureUrl(key), null]) {
    await on.change("district", { kind: "school-edit", school_id: "a", logo } as never);
  }
  const row = await db.selectFrom("school").select("logo").where("id", "=", "a").executeTakeFirst();
  expect(row?.logo).toBeNull();
  await expectSwept(() => sql`delete from change_row`.execute(db));
});

test("a picture that nothing refers to goes; one that is referred to again begins anew", async () => {
  await after(0);
  await after(SHARED_IDLE_DAYS - 1);
  const { db } = on.at;
  await db
    .updateTable("school")
    .set({ logo: pictureUrl(key) })
    .where("id", "=", "b")
    .execute();
  await after(0);
  await expectSwept(() =>
    db.updateTable("school").set({ logo: null }).where("id", "=", "b").execute(),
  );
});

test("a school's logo", async () => {
  const set = (logo: string | null) =>
    on.at.db.updateTable("school").set({ logo }).where("id", "=", "b").execute();
  await set(pictureUrl(key));
  await expectSwept(() => set(null));
});

test("the platform's branding", async () => {
  const set = async (branding: Record<string, string>) =>
    exchangeState(on.at.db, "face", await readState(on.at.db, "face"), JSON.stringify(branding));
  await set({ name: "晨曦云", logo: pictureUrl(key) });
  await expectSwept(() => set({ name: "晨曦云" }));
});

test("a lesson's cover, also of a school's own", async () => {
  await makeContents(
    on.at.db,
    [{ school_id: "b", id: "lesson", cover: pictureUrl(key) }],
    new Date(),
  );
  await expectSwept(() => removeContents(on.at.db, [{ school_id: "b", id: "lesson" }]));
});

test("a medium goes with its bytes, once no lesson has it and its uploader's file is gone", async () => {
  const { db, app } = on.at;
  const headers = await signedIn();
  const file = { bytes: SOUND, mime: "audio/mpeg", purpose: "media" as const };
  const [used, unused] = [await putFile(app, headers, file), await putFile(app, headers, file)];
  const medium = { id: "m", type: "audio" as const, url: mediumUrl(used), name: "诗" };
  const media = [{ ...medium, mime: "", size: null, seconds: null, poster: null, captions: [] }];
  await makeContents(db, [{ school_id: "b", id: "heard", media }], new Date());
  const bytesOf = async (id: string) => (await app.files.store.open(id))?.destroy() !== undefined;
  await after(2);
  await after(SHARED_IDLE_DAYS - 1);
  expect([await bytesOf(used), await bytesOf(unused)]).toEqual([true, true]);
  await after(2);
  expect([await bytesOf(used), await bytesOf(unused)]).toEqual([true, false]);
  const left = await db.selectFrom("content_medium").select("id").execute();
  expect(left).toEqual([{ id: used }]);
});

async function signedIn(): Promise<Record<string, string>> {
  const school = await makeSchool(on.at.db);
  await makePerson(on.at.db, {
    ...{ account: "editor", memberships: [{ school, identity: "manager" }] },
  });
  return (await signIn(on.at.app, "editor")).headers;
}
