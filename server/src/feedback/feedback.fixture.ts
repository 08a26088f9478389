import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach } from "vitest";
import {
  createFeedback,
  readFeedbackList,
  readFeedbackUnread,
  type Call,
  type Identity,
} from "#contract";
import { buildTestApp, type TestApp } from "../../test/build.ts";
import { putFile } from "../../test/files.ts";
import { makePerson, makeSchool, signIn } from "../../test/people.ts";
import { send } from "../../test/send.ts";

const DAY_MS = 86_400_000;
export const TEXT = { kind: "problem", title: "作业提交不了", content: "点“提交”没有反应。" };

/**
 * An app for a test file, with a clock that its tests set. Two schools of a district; 林岚 manages 启明小学 and has a child
 * at 启明中学, which 周 manages.
 */
export function openTestApp() {
  const dataDir = mkdtempSync(join(tmpdir(), "schoolgate-feedback-"));
  let now = new Date("2026-11-20T08:00:00Z");
  let at: TestApp;
  const as: Record<string, Record<string, string>> = {};
  const ids: Record<string, string> = {};

  beforeAll(async () => {
    at = await buildTestApp({ config: { dataDir }, now: () => now });
    const { db } = at;
    const district = await makeSchool(db, { name: "晨曦区", kind: "district" });
    const primary = await makeSchool(db, { name: "启明小学", parent_id: district });
    const junior = await makeSchool(db, { name: "启明中学", parent_id: district });
    const people: Record<string, [string, Identity][]> = {
      lin: [
        [primary, "manager"],
        [junior, "parent"],
      ],
      gao: [[primary, "manager"]],
      zhou: [[junior, "manager"]],
      chen: [[primary, "parent"]],
      xiao: [[primary, "student"]],
      sun: [[primary, "teacher"]],
      wang: [[district, "admin"]],
      he: [[district, "inner_admin"]],
    };
    for (const [account, held] of Object.entries(people)) {
      const memberships = held.map(([school, identity]) => ({ school, identity }));
      ids[account] = await makePerson(db, { account, name: account, memberships });
      as[account] = (await signIn(at.app, account)).headers;
    }
    await db
      .insertInto("consent")
      .values({
        user_id: ids["xiao"] ?? "",
        type: "child",
        version: 1,
        given_by: ids["chen"] ?? "",
      })
      .execute();
  });
  afterAll(async () => {
    await at.close();
    rmSync(dataDir, { recursive: true, force: true });
  });
  beforeEach(() => {
    // what a day allows is fresh for each test
    now = new Date(now.getTime() + 2 * DAY_MS);
  });

  async function make<C extends Call>(
    who: string,
    call: C,
    input: Record<string, unknown> = {},
    identity?: Identity,
  ) {
    const headers = { ...as[who], ...(identity !== undefined && { identity }) };
    return (await send(at.app, call, input, { headers })).body;
  }
  const begin = async (who: string, input: object = {}, identity?: Identity) =>
    (await make(who, createFeedback, { ...TEXT, ...input }, identity)).data.id;
  const unread = async (who: string, identity?: Identity) =>
    (await make(who, readFeedbackUnread, {}, identity)).data.count;
  const inbox = async (who: string, input: object = {}) =>
    (await make(who, readFeedbackList, { side: "staff", ...input })).data.items.map(({ id }) => id);
  const picture = (background: string) =>
    sharp({ create: { width: 30, height: 20, channels: 3, background } })
      .png()
      .toBuffer();
  const attach = async (who: string) =>
    putFile(at.app, as[who] ?? {}, {
      bytes: await picture("#f48f19"),
      mime: "image/png",
      filename: "截图.png",
    });

  return {
    get at() {
      return at;
    },
    later(ms: number): void {
      now = new Date(now.getTime() + ms);
    },
    as,
    ids,
    make,
    begin,
    unread,
    inbox,
    picture,
    attach,
  };
}
