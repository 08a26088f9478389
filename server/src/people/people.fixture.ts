import type { Identity } from "#contract";
import { makeClass } from "../../test/apps.ts";
import { buildTestApp, type TestApp } from "../../test/build.ts";
import { makePerson, makeSchool, type NewPerson, signIn } from "../../test/people.ts";

export interface PeopleFixture extends TestApp {
  /** Returns the headers of a signed-in person. */
  as(account: string): Promise<Record<string, string>>;
  id(account: string): string;
  /** The number of people with a membership. */
  people: number;
  /** Adds a person at the beginning and the end of every list. */
  come(account: string): Promise<void>;
  /** Removes the people who were added. */
  leave(): Promise<void>;
  /** Returns the audit entries of reads of children's data, in order. */
  reads(): Promise<
    { id: string; user_id: string | null; subject_id: string | null; detail: unknown }[]
  >;
  /** Moves the clock on by milliseconds. */
  pass(ms: number): void;
}

const DAY_MS = 86_400_000;

/**
 * Makes districts d and e, schools a and b in d, c in e; a class of a with its people, and some people with a state to
 * show.
 */
export async function openPeople(): Promise<PeopleFixture> {
  let clock = Date.parse("2026-11-20T08:00:00Z");
  const at = await buildTestApp({ now: () => new Date(clock) });
  const { db } = at;
  await makeSchool(db, { id: "d", kind: "district", name: "晨曦区" });
  await makeSchool(db, { id: "e", kind: "district", name: "远山区" });
  await makeSchool(db, { id: "a", parent_id: "d", name: "启明小学" });
  await makeSchool(db, { id: "b", parent_id: "d", name: "启明中学" });
  await makeSchool(db, { id: "c", parent_id: "e", name: "远山中学" });
  const ids = new Map<string, string>();
  const add = async (
    account: string,
    held: readonly [string, Identity, { is_abled: boolean }?][],
    more: Partial<NewPerson> = {},
  ) => {
    const memberships = held.map(([school, identity, state]) => ({ school, identity, ...state }));
    ids.set(account, await makePerson(db, { account, id: `id-${account}`, memberships, ...more }));
  };
  await add("root", [["d", "inner_admin"]]);
  await add("admin", [["d", "admin"]], { name: "方主任" });
  await add("manager", [["a", "manager"]], { name: "周校长" });
  await add("neighbour", [["b", "manager"]], { name: "何校长" });
  await add("head", [["a", "teacher"]], { name: "林老师" });
  await add("teacher", [["a", "teacher"]], { name: "陈老师" });
  await add("substitute", [["a", "teacher"]], { name: "Anna Smith" });
  await add("papa", [["a", "parent"]], { name: "曾大山", mobile: "13800000017" });
  await add("xiaoman", [["a", "student"]], {
    name: "曾小满",
    mobile: "13800000018",
    birth_date: "2016-09-01",
    source: "roster",
    sourced_id: "G110105201609010021",
  });
  await add("maiti", [["a", "student"]], { name: "吕麦提", birth_date: "2017-02-01" });
  await add("loose", [["a", "student"]], { name: "孙浩" });
  await add("gone", [["a", "student", { is_abled: false }]], { name: "赵一凡" });
  await add(
    "both",
    [
      ["a", "student"],
      ["b", "student"],
    ],
    { name: "何两" },
  );
  await add("stranger", [["c", "teacher"]], { name: "远方" });
  const id = (account: string) => ids.get(account) ?? account;
  await makeClass(db, "a", {
    id: "3-1",
    grade_id: "3",
    students: [id("xiaoman"), id("maiti"), id("both")],
    heads: [id("head")],
  });
  await makeClass(db, "a", { id: "3-2", grade_id: "3" });
  await makeClass(db, "b", { id: "7-1", grade_id: "7", students: [id("both")] });
  await db
    .insertInto("guardian")
    .values({ child_id: id("xiaoman"), user_id: id("papa"), relation: "父亲", source: null })
    .execute();
  await db
    .updateTable("membership")
    .set({ until: new Date(clock + 10 * DAY_MS) })
    .where("user_id", "=", id("substitute"))
    .execute();
  const lock = { until: null, reason: "多次冒用他人账号", locked_by: null };
  await db
    .insertInto("person_lock")
    .values({ ...lock, user_id: id("loose"), locked_at: at.app.now() })
    .execute();
  const headers = new Map<string, Promise<Record<string, string>>>();
  return {
    ...at,
    as: (account) => {
      const known = headers.get(account) ?? signIn(at.app, account).then((one) => one.headers);
      headers.set(account, known);
      return known;
    },
    id,
    people: ids.size,
    pass: (ms) => void (clock += ms),
    come: async (account) => {
      clock += 1000;
      for (const [edge, name] of [
        ["0", "阿"],
        ["z", "卒"],
      ] as const) {
        const created_at = new Date(edge === "0" ? clock : 0);
        const memberships = [{ school: "a", identity: "teacher" as const }];
        await makePerson(db, { account: `${edge}-${account}`, name, created_at, memberships });
      }
    },
    leave: async () => {
      const those = db.selectFrom("user").select("id").where("account", "~", "^[0z]-");
      await db.deleteFrom("membership").where("user_id", "in", those).execute();
      await db.deleteFrom("user").where("id", "in", those).execute();
    },
    reads: () =>
      db
        .selectFrom("audit_entry")
        .select(["id", "user_id", "subject_id", "object_kind", "detail"])
        .where("action", "=", "child-read")
        .orderBy("at")
        .orderBy("id")
        .execute(),
  };
}
