import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { login } from "#contract";
import { buildTestApp, type TestApp } from "../../test/build.ts";
import { makePerson, signIn, TEST_PASSWORD } from "../../test/people.ts";
import { send } from "../../test/send.ts";
import { solve } from "../../test/work.ts";
import { identifyByPassword } from "./identify.ts";
import type { SignInDeps } from "./sign-in.ts";
import { sweep } from "./routes.ts";
import { countFailure } from "./throttle.ts";

let time = Date.parse("2026-11-20T00:00:00Z");
let at: TestApp;
let people = 0;
let account: string;

beforeAll(async () => {
  at = await buildTestApp({ now: () => new Date(time) });
});
afterAll(() => at.close());
beforeEach(async () => {
  account = `person${(people += 1)}`;
  await makePerson(at.db, { account });
  await signIn(at.app, account);
});

const bare = (password: string, who = account, address = `10.0.0.${people}`, check = {}) =>
  send(at.app, login, { account: who, password, check }, { address });

/** Signs in as the page does, with proof of work where it is asked for. */
async function attempt(password: string, who?: string, address?: string) {
  const first = await bare(password, who, address);
  if (first.body.code !== 40004) return first;
  return bare(password, who, address, { proof_of_work: await solve(first.body.data) });
}
const wrong = (who?: string, address?: string) => attempt("wrong", who, address);

/** Counts wrong passwords of this many accounts from an address, as tries hashed one by one would. */
async function failFrom(address: string, times: number, db = at.app.db): Promise<void> {
  for (let n = 0; n < times; n += 1) {
    await countFailure(db, { account: `sprayed${(people += 1)}`, address }, new Date(time));
  }
}

async function wrongTimes(times: number, who?: string): Promise<number[]> {
  const answers = [];
  for (let n = 0; n < times; n += 1) answers.push((await wrong(who)).status);
  return answers;
}

describe("wrong passwords of an account (SE-09)", () => {
  test("cost nothing at first, then a wait that is told, even with the right one", async () => {
    expect(await wrongTimes(6)).toEqual([400, 400, 400, 400, 400, 429]);
    const answer = await attempt(TEST_PASSWORD);
    expect([answer.status, answer.headers["retry-after"], answer.body]).toEqual([
      429,
      "2",
      { code: 42900, data: { retry_after: 2 }, msg: "操作过于频繁，请 2 秒后再试" },
    ]);
    time += 2000;
    expect((await attempt(TEST_PASSWORD)).status).toBe(200);
  });

  test("the wait grows to a minute and no further; asking in between adds nothing", async () => {
    await wrongTimes(5);
    const waits = [];
    for (let n = 0; n < 7; n += 1) {
      const { headers } = await wrong();
      await wrong();
      waits.push(Number(headers["retry-after"]));
      time += Number(headers["retry-after"]) * 1000;
      await wrong();
    }
    expect(waits).toEqual([2, 4, 8, 16, 32, 60, 60]);
  });

  test("the right one begins anew", async () => {
    expect(await wrongTimes(4)).toEqual([400, 400, 400, 400]);
    expect((await attempt(TEST_PASSWORD)).status).toBe(200);
    expect(await wrongTimes(4)).toEqual([400, 400, 400, 400]);
  });

  test("time heals", async () => {
    await wrongTimes(5);
    time += 20 * 60_000;
    expect(await wrongTimes(5)).toEqual([400, 400, 400, 400, 400]);
  });

  test("an account that does not exist is treated the same", async () => {
    const none = `${account}none`;
    const of = async (who: string) => {
      const answers = [];
      for (let n = 0; n < 6; n += 1) answers.push((await wrong(who)).text);
      return answers;
    };
    expect(await of(none)).toEqual(await of(account));
  });

  test("many ask for work, which no password opens without", async () => {
    await wrongTimes(5);
    expect((await bare(TEST_PASSWORD)).status).toBe(429);
    time += 2000;
    const asked = await bare(TEST_PASSWORD);
    expect([asked.status, asked.body]).toEqual([
      400,
      {
        code: 40004,
        data: { check: "proof_of_work", challenge: expect.anything() },
        msg: "请先完成安全检查",
      },
    ]);
    const proof_of_work = await solve(asked.body.data);
    expect((await bare("wrong", account, undefined, { proof_of_work })).body.code).toBe(40002);
    time += 4000;
    // one solution, one try
    const again = await bare(TEST_PASSWORD, account, undefined, { proof_of_work });
    expect(again.body).toMatchObject({ code: 40004, data: { check: "proof_of_work" } });
    const solved = { proof_of_work: await solve(again.body.data) };
    expect((await bare(TEST_PASSWORD, account, "10.9.9.9", solved)).body.code).toBe(40004);
    expect((await bare(TEST_PASSWORD, account, undefined, solved)).status).toBe(200);
    expect((await bare(TEST_PASSWORD)).status).toBe(200);
  });

  test("a solution shown two hundred times at once is one try", async () => {
    await wrongTimes(5);
    time += 2000;
    const check = { proof_of_work: await solve((await bare("wrong")).body.data) };
    const answers = await Promise.all(
      Array.from({ length: 200 }, () => bare("wrong", account, undefined, check)),
    );
    expect(answers.filter(({ body }) => body.code === 40002)).toHaveLength(1);
    const rest = answers.filter(({ body }) => ![40002, 40004, 42900, 50300].includes(body.code));
    expect(rest).toEqual([]);
  });

  test("work is asked for alike where there is no such account", async () => {
    const askedOf = async (who: string) => {
      await wrongTimes(5, who);
      time += 2000;
      const { status, text } = await bare(TEST_PASSWORD, who);
      return [status, text.replace(/"[\w-]{30,}"|(?<="until":)\d+/g, "…")];
    };
    expect(await askedOf(`${account}none`)).toEqual(await askedOf(account));
  });

  test("another account is not slowed", async () => {
    const other = `${account}other`;
    await makePerson(at.db, { account: other });
    await signIn(at.app, other);
    await wrongTimes(6);
    expect((await attempt(TEST_PASSWORD, other)).status).toBe(200);
  });

  test("many at the same moment gain little", async () => {
    const answers = await Promise.all(Array.from({ length: 40 }, () => wrong()));
    const tried = answers.filter(({ status }) => status === 400).length;
    expect(tried).toBeGreaterThanOrEqual(5);
    // as many more as may be hashing while the last free one is counted
    expect(tried).toBeLessThan(5 + 16);
    expect(answers.every(({ status }) => status === 400 || status === 429)).toBe(true);
  });

  test("what was typed is not kept", async () => {
    await wrong("my-secret-typed-here");
    const rows = await at.db.selectFrom("login_throttle").selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain("my-secret");
  });
});

describe("wrong passwords from an address", () => {
  const SCHOOL = "203.0.113.9";
  const spray = async (times: number) => {
    const statuses = [];
    for (let n = 0; n < times; n += 1) {
      statuses.push((await wrong(`sprayed${(people += 1)}`, SCHOOL)).status);
    }
    return statuses;
  };

  test("a school's mistakes of a morning cost nothing; a hunt through accounts is slowed, briefly", async () => {
    await failFrom(SCHOOL, 98);
    expect(await spray(3)).toEqual([400, 400, 400]);
    const blocked = await attempt(TEST_PASSWORD, account, SCHOOL);
    expect([blocked.status, blocked.headers["retry-after"]]).toEqual([429, "2"]);
    expect((await attempt(TEST_PASSWORD, account, "203.0.113.10")).status).toBe(200);
    time += 2000;
    expect((await attempt(TEST_PASSWORD, account, SCHOOL)).status).toBe(200);
    // a known account of one's own does not open the way for the rest
    expect(await spray(2)).toEqual([400, 429]);
  });

  test("a header that says where one is counts only behind a proxy one trusts", async () => {
    const address = "198.51.100.7";
    const from = (told: string) =>
      send(
        at.app,
        login,
        { account: `sprayed${(people += 1)}`, password: "wrong" },
        { address, headers: { "x-forwarded-for": told } },
      );
    await failFrom(address, 99);
    for (let n = 0; n < 2; n += 1) expect((await from(`192.0.2.${n}`)).status).toBe(400);
    expect((await from("192.0.2.200")).status).toBe(429);
  });
});

describe("behind a proxy that one trusts", () => {
  const PROXY = "10.1.1.1";
  let behind: TestApp;
  beforeAll(async () => {
    behind = await buildTestApp({ now: () => new Date(time), config: { trustProxy: [PROXY] } });
  });
  afterAll(() => behind.close());

  const from = async (told: string, address: string) => {
    const options = { address, headers: { "x-forwarded-for": told } };
    const input = { account: `sprayed${(people += 1)}`, password: "wrong" };
    return (await send(behind.app, login, input, options)).status;
  };

  test("the address that it saw counts, whatever the visitor put before it", async () => {
    await failFrom("198.51.100.8", 99, behind.app.db);
    for (let n = 0; n < 2; n += 1) await from(`192.0.2.${n}, 198.51.100.8`, PROXY);
    expect(await from("192.0.2.250, 198.51.100.8", PROXY)).toBe(429);
    expect(await from("198.51.100.8, 198.51.100.9", PROXY)).toBe(400);
  });

  test("who comes past it is counted as themselves", async () => {
    await failFrom("198.51.100.10", 99, behind.app.db);
    for (let n = 0; n < 2; n += 1) await from(`192.0.2.${n}`, "198.51.100.10");
    expect(await from("192.0.2.250", "198.51.100.10")).toBe(429);
    expect(await from("198.51.100.10", PROXY)).toBe(429);
  });
});

describe("behind a proxy of whatever address", () => {
  test("what it saw counts, whatever the visitor put before it", async () => {
    const behind = await buildTestApp({ now: () => new Date(time), config: { trustProxy: true } });
    const from = async (told: string) => {
      const options = { address: "10.9.9.9", headers: { "x-forwarded-for": told } };
      const input = { account: `sprayed${(people += 1)}`, password: "wrong" };
      return (await send(behind.app, login, input, options)).status;
    };
    await failFrom("198.51.100.8", 99, behind.app.db);
    for (let n = 0; n < 2; n += 1) await from(`192.0.2.${n}, 198.51.100.8`);
    expect(await from("192.0.2.250, 198.51.100.8")).toBe(429);
    expect(await from("198.51.100.8, 198.51.100.9")).toBe(400);
    await behind.close();
  });
});

/** Counts work, as milliseconds say little on a busy machine. */
test("an unknown account costs the same work as a wrong password", async () => {
  const statements: string[] = [];
  const db = at.app.db.withPlugin({
    transformQuery: ({ node }) => {
      statements.push(node.kind);
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const checked: [boolean, string][] = [];
  const deps: SignInDeps = {
    ...at.app.signIn,
    db,
    checkPassword: async (stored, given) => {
      checked.push([stored !== null, given]);
      return at.app.signIn.checkPassword(stored, given);
    },
  };
  const workOf = async (who: string) => {
    statements.length = 0;
    checked.length = 0;
    const { finished } = deps.queue;
    const tried = { account: who, address: "198.51.100.20" };
    const refused = await identifyByPassword(deps, tried, "wrong", { solved: undefined }).catch(
      String,
    );
    return {
      refused,
      statements: [...statements],
      given: checked.map(([, given]) => given),
      turns: deps.queue.finished - finished,
    };
  };
  const known = await workOf(account);
  expect(await workOf(`${account}none`)).toEqual(known);
  expect(known).toMatchObject({ given: ["wrong"], turns: 1 });
  expect(known.refused).toContain("账号或密码不正确");
});

test("old counts are cleared away", async () => {
  await wrong();
  time += 2 * 86_400_000;
  await sweep(at.db, new Date(time));
  expect(await at.db.selectFrom("login_throttle").selectAll().execute()).toEqual([]);
});
