import { afterAll, beforeAll, expect } from "vitest";
import {
  bindChild,
  createInvitation,
  joinByInvitation,
  previewInvitation,
  register,
  type Identity,
} from "#contract";
import { buildTestApp, type TestApp } from "../../test/build.ts";
import { makePerson, makeSchool, signIn } from "../../test/people.ts";
import { send } from "../../test/send.ts";

const CONSENTS = ["user", "privacy", "child"].map((type) => ({ type, version: 1 }));
/** The answer to every code that opens nothing. */
export const WRONG = { code: 40003, data: null, msg: "邀请码不正确，或者已经失效" };

/**
 * An app for a test file, with a clock that its tests set: three schools with classes, `head`, who is head of one
 * class, and people of every other kind, all signed in.
 */
export function openTestApp() {
  let now = new Date("2026-11-20T00:00:00Z");
  let at: TestApp;
  /** Headers of people, by their role. */
  const as: Record<string, Record<string, string>> = {};
  let turn = 0;
  /** Returns an address in a network of its own for each caller, so that no test slows down another. */
  const nextAddress = () => `10.1.${Math.floor(turn / 250)}.${(turn++ % 250) + 1}`;

  async function person(
    account: string,
    memberships: { school: string; identity: Identity; is_abled?: boolean }[],
    identity = memberships[0]?.identity,
  ) {
    await makePerson(at.db, { account, id: account, name: `${account}名`, memberships });
    const { headers } = await signIn(at.app, account);
    as[account] = identity === undefined ? headers : { ...headers, identity };
  }

  beforeAll(async () => {
    at = await buildTestApp({ now: () => now });
    for (const id of ["one", "two", "shut"]) await makeSchool(at.db, { id, name: `${id}学校` });
    await at.db
      .insertInto("class")
      .values(
        [
          ["one", "a"],
          ["one", "b"],
          ["two", "a"],
          ["shut", "a"],
        ].map(([school_id = "", id = ""]) => ({
          school_id,
          id,
          name: `${id}班`,
          grade_id: "3",
          stage_id: "primary",
          source: null,
          sourced_id: null,
        })),
      )
      .execute();
    await person("head", [{ school: "one", identity: "teacher" }]);
    await person("plain", [{ school: "one", identity: "teacher" }]);
    await person("manager", [{ school: "one", identity: "manager" }]);
    await person("foreign", [{ school: "two", identity: "manager" }]);
    await person("pupil", [{ school: "one", identity: "student" }]);
    await person("mother", [{ school: "two", identity: "parent" }]);
    await person("nobody", []);
    await at.db
      .insertInto("class_teacher")
      .values([
        { school_id: "one", class_id: "a", user_id: "head", is_head: true, source: null },
        { school_id: "one", class_id: "b", user_id: "head", source: null },
      ])
      .execute();
    await at.db
      .insertInto("class_student")
      .values({ school_id: "one", class_id: "a", user_id: "pupil", source: null })
      .execute();
  });
  afterAll(() => at.close());

  const make = (who: string, input: Record<string, unknown>) =>
    send(at.app, createInvitation, input, { headers: as[who] ?? {} });
  async function codeFor(input: Record<string, unknown>, who = "manager"): Promise<string> {
    const { status, body } = await make(who, input);
    expect([status, body.msg]).toEqual([200, "ok"]);
    return body.data.code ?? "";
  }
  const preview = (invitation: string, address = nextAddress()) =>
    send(at.app, previewInvitation, { invitation }, { address });
  const enrol = (invitation: string, input: Record<string, unknown> = {}) =>
    send(
      at.app,
      register,
      {
        invitation,
        account: `new${turn}`,
        password: "rivers-and-hills",
        name: "周明宇",
        consents: CONSENTS,
        ...input,
      },
      { address: nextAddress(), headers: { client: "browser" } },
    );
  const join = (who: string, invitation: string) =>
    send(
      at.app,
      joinByInvitation,
      { invitation },
      { headers: as[who] ?? {}, address: nextAddress() },
    );
  const bind = (who: string, invitation: string, more = {}) =>
    send(
      at.app,
      bindChild,
      { invitation, ...more },
      { headers: as[who] ?? {}, address: nextAddress() },
    );
  const usedOf = async (code: string) => {
    const { used } = await at.db
      .selectFrom("invitation")
      .select("used")
      .where("code", "=", code.replace("-", ""))
      .executeTakeFirstOrThrow();
    return used;
  };

  return {
    get at() {
      return at;
    },
    get now() {
      return now;
    },
    later(ms: number): void {
      now = new Date(now.getTime() + ms);
    },
    as,
    person,
    make,
    codeFor,
    preview,
    enrol,
    join,
    bind,
    usedOf,
  };
}
