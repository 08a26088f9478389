import type { InjectOptions } from "fastify";
import { type AnswerOf, type Identity, launchApp, readApps, redeemTicket } from "#contract";
import { makeApps, makeClass } from "../../test/apps.ts";
import { buildTestApp, type TestApp } from "../../test/build.ts";
import { makePerson, makeSchool, signIn } from "../../test/people.ts";
import { send } from "../../test/send.ts";

type Answer = { status: number; code: number; data: unknown; headers: Record<string, unknown> };

/**
 * Two schools with an app for pupils and teachers of both, one for teachers, and the subjects that launches gave. In school
 * a: `teen` of grade 9, `child` of grade 3 (a guardian has agreed), `young` of grade 3 (nobody has), `mother` of both,
 * `teacher`, who is also one at b; in school b: `other`.
 */
export class AppDataTestApp {
  clock = Date.parse("2026-11-23T02:00:00Z");
  readonly at: TestApp;
  /** Subjects by app and account. */
  readonly subs = new Map<string, string>();

  static async open(): Promise<AppDataTestApp> {
    const holder: { on?: AppDataTestApp } = {};
    const at = await buildTestApp({ now: () => new Date(holder.on?.clock ?? 0) });
    const on = new AppDataTestApp(at);
    holder.on = on;
    await on.#fill();
    return on;
  }

  private constructor(at: TestApp) {
    this.at = at;
  }

  async #fill(): Promise<void> {
    const { db } = this.at;
    await makeSchool(db, { id: "a", name: "启明学校" });
    await makeSchool(db, { id: "b", name: "远方学校" });
    const people: [string, [string, Identity][]][] = [
      ["teen", [["a", "student"]]],
      ["child", [["a", "student"]]],
      ["young", [["a", "student"]]],
      ["mother", [["a", "parent"]]],
      ["other", [["b", "student"]]],
      [
        "teacher",
        [
          ["a", "teacher"],
          ["b", "teacher"],
        ],
      ],
    ];
    for (const [id, held] of people) {
      const memberships = held.map(([school, identity]) => ({ school, identity }));
      await makePerson(db, { id, account: id, name: id, memberships });
    }
    await makeClass(db, "a", { id: "9", grade_id: "9", students: ["teen"] });
    await makeClass(db, "a", { id: "3", grade_id: "3", students: ["child", "young"] });
    await makeClass(db, "b", { id: "9", grade_id: "9", students: ["other"] });
    for (const child_id of ["child", "young"]) {
      const of = { child_id, user_id: "mother", source: null };
      await db.insertInto("guardian").values(of).execute();
    }
    await db
      .insertInto("consent")
      .values({ user_id: "child", type: "child", version: 1, given_by: "mother" })
      .execute();
    const ticket = { launch: "ticket" as const, claims: ["name"] };
    await makeApps(db, [
      { id: "homework", secret: "secret of homework", ...ticket, badge: "3" },
      { id: "staff", secret: "secret of staff", ...ticket, roles: ["teacher"] },
    ]);
    for (const { 0: account } of people) await this.launch("homework", account);
    await this.launch("staff", "teacher");
  }

  async as(account: string, identity?: string) {
    const { headers } = await signIn(this.at.app, account);
    return { headers: { ...headers, ...(identity !== undefined && { identity }) } };
  }

  /** Opens an app as a person does, and keeps the subject that the app is given. */
  async launch(app_id: string, account: string): Promise<string> {
    const { body } = await send(this.at.app, launchApp, { app_id }, await this.as(account));
    const ticket = new URL(body.data.url).searchParams.get("ticket") ?? "";
    const headers = { authorization: basic(app_id) };
    const redeemed = await send(this.at.app, redeemTicket, { ticket }, { headers });
    this.subs.set(`${app_id} ${account}`, redeemed.body.data.sub);
    return redeemed.body.data.sub;
  }

  sub(account: string, app_id = "homework"): string {
    return this.subs.get(`${app_id} ${account}`) ?? "nobody";
  }

  /** Sends a request as an app does; `path` is below the person of the account, or whole. */
  async app(
    method: "PUT" | "DELETE" | "POST",
    path: string,
    payload?: object,
    by = "homework",
  ): Promise<Answer> {
    const request: InjectOptions = {
      ...{ method, url: `/app/v1/${path}`, headers: { authorization: basic(by) } },
      ...(payload !== undefined && { payload }),
    };
    const answer = await this.at.app.inject(request);
    const { code, data } = answer.json<{ code: number; data: unknown }>();
    return { status: answer.statusCode, code, data, headers: answer.headers };
  }

  /** Returns the badges of a home's apps. */
  async badges(account: string, identity?: string): Promise<Record<string, string>> {
    const headers = await this.as(account, identity);
    const { body } = await send(this.at.app, readApps, {}, headers);
    return badgesOf(body.data);
  }
}

export function basic(app_id: string, secret = `secret of ${app_id}`): string {
  return `Basic ${Buffer.from(`${app_id}:${secret}`).toString("base64")}`;
}

function badgesOf({ apps }: AnswerOf<typeof readApps>): Record<string, string> {
  return Object.fromEntries(apps.map(({ id, badge }) => [id, badge]));
}
