import type { Challenge } from "altcha-lib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildTestApp, type TestApp } from "../../../test/build.ts";
import { solve } from "../../../test/work.ts";
import { Refusal } from "../../http/refusal.ts";
import { dropSpent, type Subject } from "./proof-of-work.ts";

const MINUTE_MS = 60_000;
let time = Date.parse("2026-11-20T00:00:00Z");
let at: TestApp;
beforeAll(async () => {
  at = await buildTestApp({ now: () => new Date(time) });
});
afterAll(() => at.close());

const subject: Subject = { use: "login", account: "person", address: "10.0.0.1" };

/** Returns the refusal that a call would get; undefined when it may go on. */
async function refused(given?: string, of: Subject = subject): Promise<Refusal | undefined> {
  try {
    await at.app.signIn.proofOfWork.demand(of, given);
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

const solved = async (of: Subject = subject) => solve((await refused(undefined, of))?.data);

function read(text: string): { challenge: Challenge; solution: { counter: number } } {
  return JSON.parse(Buffer.from(text, "base64").toString());
}
const write = (payload: unknown) => Buffer.from(JSON.stringify(payload)).toString("base64");

describe("a challenge (SE-09)", () => {
  test("comes with the refusal, and opens once it is solved", async () => {
    const refusal = await refused();
    expect(refusal).toMatchObject({ status: 400, code: 40004 });
    expect(refusal?.data).toMatchObject({
      check: "proof_of_work",
      challenge: { parameters: { algorithm: "SHA-256" }, signature: expect.any(String) },
    });
    expect(JSON.stringify(refusal?.data)).not.toContain("person");
    expect(await refused(await solved())).toBeUndefined();
  });

  test("of two hundred that show the same solution at once, one goes on", async () => {
    const text = await solved();
    const answers = await Promise.all(Array.from({ length: 200 }, () => refused(text)));
    expect(answers.filter((answer) => answer === undefined)).toHaveLength(1);
    const codes = new Set(answers.map((answer) => answer?.code));
    expect(codes).toEqual(new Set([undefined, 40004]));
  });

  test.each([
    ["another account", { ...subject, account: "other" }],
    ["another address", { ...subject, address: "10.0.0.2" }],
    ["another call", { ...subject, use: "code" }],
  ])("opens nothing for %s, and is not spent by the try", async (_what, other) => {
    const text = await solved();
    expect(await refused(text, other)).toBeDefined();
    expect(await refused(text)).toBeUndefined();
  });

  test("one IPv6 subscriber is one address", async () => {
    const text = await solved({ ...subject, address: "2001:db8:1:2::5" });
    expect(await refused(text, { ...subject, address: "2001:db8:1:2:9::1" })).toBeUndefined();
  });

  test("lasts five minutes", async () => {
    const text = await solved();
    const late = await solved();
    time += 5 * MINUTE_MS;
    expect(await refused(text)).toBeUndefined();
    time += 1000;
    expect(await refused(late)).toBeDefined();
    await dropSpent(at.db, new Date(time));
    expect(await refused(text)).toBeDefined();
    const weekLater = new Date(time + 8 * 24 * 60 * MINUTE_MS);
    await dropSpent(at.db, weekLater);
    expect(await at.db.selectFrom("spent_check").selectAll().execute()).toEqual([]);
  });

  test.each([
    [
      "a solution that is none",
      (text: string) => mend(text, ({ solution }) => (solution.counter += 1)),
    ],
    [
      "an easier challenge",
      (text: string) => mend(text, (one) => (one.challenge.parameters.cost = 1)),
    ],
    [
      "a longer life",
      (text: string) => mend(text, (one) => (one.challenge.parameters.data = { until: 9e9 })),
    ],
    ["no signature", (text: string) => mend(text, ({ challenge }) => delete challenge.signature)],
    ["no challenge", () => write({ solution: { counter: 1, derivedKey: "00" } })],
    ["no JSON", () => "not base64 of anything"],
    ["another thing", () => write([null, 1])],
    [
      "odd words",
      () => write({ challenge: { signature: "", parameters: { nonce: "z" } }, solution: {} }),
    ],
  ])("%s is refused alike", async (_what, change) => {
    const refusal = await refused(change(await solved()));
    expect(refusal?.data).toMatchObject({ check: "proof_of_work" });
  });
});

function mend(text: string, change: (payload: ReturnType<typeof read>) => unknown): string {
  const payload = read(text);
  change(payload);
  return write(payload);
}
