import { afterAll, beforeAll, beforeEach } from "vitest";
import { loginByCode, sendCode, type CodeUse } from "#contract";
import { buildTestApp, type TestApp } from "../../../test/build.ts";
import { getCode } from "../../../test/codes.ts";
import { makePerson } from "../../../test/people.ts";
import { send } from "../../../test/send.ts";

/** An app for a test file, with a clock that its tests set, and for each test a person who has agreed already. */
export function openTestApp(): CodeTestApp {
  const testApp = new CodeTestApp();
  beforeAll(() => testApp.open());
  afterAll(() => testApp.at.close());
  beforeEach(() => testApp.nextPerson());
  return testApp;
}

class CodeTestApp {
  at!: TestApp;
  clock = Date.parse("2026-11-20T08:00:00Z");
  people = 0;
  account!: string;
  mobile!: string;
  id!: string;
  /** The test's own network address, so that none waits for another. */
  address!: string;

  async open(): Promise<void> {
    this.at = await buildTestApp({ now: () => new Date(this.clock) });
  }

  async nextPerson(): Promise<void> {
    this.people += 1;
    this.account = `person${this.people}`;
    this.mobile = `139${String(this.people).padStart(8, "0")}`;
    this.address = `10.1.${this.people}.1`;
    this.id = await makePerson(this.at.db, {
      account: this.account,
      mobile: this.mobile,
      email: `${this.account}@School.example.cn`,
    });
    await this.agree(this.id);
  }

  /** Records agreement, so that signing in does not ask for it. */
  async agree(user_id: string): Promise<void> {
    const agreements = await this.at.db
      .selectFrom("agreement")
      .select(["type", "version"])
      .execute();
    const consents = agreements.map((one) => ({
      ...one,
      user_id,
      agreed_at: new Date(this.clock),
    }));
    await this.at.db.insertInto("consent").values(consents).execute();
  }

  later(seconds: number): void {
    this.clock += seconds * 1000;
  }

  ask(receiver: string, use: CodeUse = "login", more: object = {}) {
    return send(this.at.app, sendCode, { receiver, use, ...more }, { address: this.address });
  }

  enter(code: string, more: object = {}, receiver = this.mobile) {
    return send(this.at.app, loginByCode, { receiver, code, ...more }, { address: this.address });
  }

  /** Sends a code and returns it. */
  fresh(use: CodeUse = "login", receiver = this.mobile): Promise<string> {
    return getCode(this.at.app, receiver, use, { address: this.address });
  }
}
