import {
  applyChange,
  approveChange,
  type Change,
  type ChangeRow,
  type ChangeSource,
  type ChangeSet,
  discardChange,
  pictureUrl,
  type Identity,
  planChange,
  readChange,
  readChangeRows,
  undoChange,
} from "#contract";
import { makeClass } from "../../test/apps.ts";
import { buildTestApp, type TestApp } from "../../test/build.ts";
import { makePerson, makeSchool, signIn } from "../../test/people.ts";
import { send } from "../../test/send.ts";
import type { Config } from "../platform/config.ts";

const LOGO_KEY = "l".repeat(22);
/** Address of a picture that was put as a logo. */
export const SCHOOL_LOGO = pictureUrl(LOGO_KEY);

/** A district with two schools and their people, and the calls of change sets. */
export class ChangeTestApp {
  clock = Date.parse("2026-11-23T08:00:00Z");
  readonly at: TestApp;
  readonly #headers: Record<string, Record<string, string>> = {};

  private constructor(at: TestApp) {
    this.at = at;
  }

  static async open(config: Partial<Config> = {}): Promise<ChangeTestApp> {
    const given: { test?: ChangeTestApp } = {};
    const at = await buildTestApp({
      config,
      now: () => new Date(given.test?.clock ?? Date.parse("2026-11-23T08:00:00Z")),
    });
    const test = new ChangeTestApp(at);
    given.test = test;
    await test.#fill();
    return test;
  }

  async #fill(): Promise<void> {
    const { db } = this.at;
    await makeSchool(db, { id: "d", kind: "district", name: "东区" });
    await makeSchool(db, { id: "e", kind: "district" });
    await makeSchool(db, { id: "a", parent_id: "d", name: "启明小学", stage_ids: ["primary"] });
    await makeSchool(db, { id: "b", parent_id: "d", stage_ids: ["primary"] });
    await db
      .insertInto("picture")
      .values({
        id: LOGO_KEY,
        mime: "image/png",
        bytes: Buffer.from("logo"),
        created_at: new Date(),
      })
      .execute();
    await this.add("platform", ["e", "inner_admin"]);
    await this.add("district", ["d", "admin"]);
    await this.add("manager", ["a", "manager"]);
    await this.add("manager2", ["a", "manager"]);
    await this.add("manager-b", ["b", "manager"]);
    await this.add("head", ["a", "teacher"]);
    await this.add("teacher", ["a", "teacher"]);
    await this.add("both", ["a", "teacher"], ["b", "teacher"]);
    const pupils = Array.from({ length: 12 }, (_one, index) => `pupil${index + 10}`);
    for (const pupil of pupils) await this.add(pupil, ["a", "student"]);
    await this.add("pupil-b", ["b", "student"]);
    await this.add("parent", ["a", "parent"]);
    const first = { id: "31", grade_id: "3", heads: ["head"] };
    await makeClass(db, "a", { ...first, students: pupils.slice(0, 6) });
    await makeClass(db, "a", {
      id: "32",
      grade_id: "3",
      students: pupils.slice(6),
    });
    await makeClass(db, "b", { id: "31", grade_id: "3", students: ["pupil-b"] });
    for (const [id, name] of [
      ["31", "三年级（1）班"],
      ["32", "三年级（2）班"],
    ] as const) {
      await db.updateTable("class").set({ name }).where("id", "=", id).execute();
    }
    for (const account of ["platform", "district", "manager", "manager2", "manager-b"]) {
      await this.as(account);
    }
    for (const account of ["head", "teacher", "both"]) await this.as(account);
    await db
      .insertInto("guardian")
      .values({ child_id: "pupil10", user_id: "parent", source: null })
      .execute();
  }

  async add(account: string, ...memberships: [string, Identity][]): Promise<void> {
    await makePerson(this.at.db, {
      id: account,
      account,
      name: account,
      memberships: memberships.map(([school, identity]) => ({ school, identity })),
    });
  }

  async as(account: string) {
    const headers = (this.#headers[account] ??= (await signIn(this.at.app, account)).headers);
    return { headers };
  }

  async plan(by: string, change: Change, source?: ChangeSource) {
    const input = { change, ...(source && { source }) };
    return (await send(this.at.app, planChange, input, await this.as(by))).body;
  }

  async apply(by: string, change_id: string, reason?: string) {
    const input = { change_id, ...(reason !== undefined && { reason }) };
    return (await send(this.at.app, applyChange, input, await this.as(by))).body;
  }

  async approve(by: string, change_id: string) {
    return (await send(this.at.app, approveChange, { change_id }, await this.as(by))).body;
  }

  async undo(by: string, change_id: string, more: { rows?: number[]; overwrite?: boolean } = {}) {
    const body = await send(this.at.app, undoChange, { change_id, ...more }, await this.as(by));
    await this.at.app.jobs.runDue();
    return body.body;
  }

  async discard(by: string, change_id: string, reason?: string) {
    const input = { change_id, ...(reason !== undefined && { reason }) };
    return (await send(this.at.app, discardChange, input, await this.as(by))).body;
  }

  async read(by: string, change_id: string): Promise<ChangeSet> {
    return (await send(this.at.app, readChange, { change_id }, await this.as(by))).body.data;
  }

  async rows(by: string, change_id: string): Promise<ChangeRow[]> {
    const { body } = await send(this.at.app, readChangeRows, { change_id }, await this.as(by));
    return body.data.rows;
  }

  /** Plans and applies to the end; answers the set. */
  async change(by: string, change: Change, reason?: string): Promise<ChangeSet> {
    const planned = await this.plan(by, change);
    if (planned.code !== 200) throw new Error(`not planned: ${planned.msg}`);
    const applied = await this.apply(by, planned.data.id, reason);
    if (applied.code !== 200) throw new Error(`not applied: ${applied.msg}`);
    await this.at.app.jobs.runDue();
    return this.read(by, planned.data.id);
  }
}
