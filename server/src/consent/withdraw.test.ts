import { beforeAll, describe, expect, test } from "vitest";
import { readAgreement, type AgreementType } from "#contract";
import { makePerson } from "../../test/people.ts";
import { send } from "../../test/send.ts";
import { openOperator } from "./operator.fixture.ts";

const operator = openOperator();
const { command, refusalOf } = operator;
let path: string;

beforeAll(async () => {
  path = await operator.file("new.txt", "甲");
});

const publishing = (type: AgreementType, day?: string) =>
  `publish --type ${type} --title 新 --file ${path}${day === undefined ? "" : ` --effective ${day}`}`;

const inForce = async (type: AgreementType) =>
  (await send(operator.at.app, readAgreement, { type })).body.data;

async function acts() {
  const entries = operator.at.db
    .selectFrom("audit_entry")
    .select(["object_kind", "object_id", "detail"]);
  return entries.where("action", "=", "agreement-change").orderBy("id").execute();
}

describe("a version that has not begun (SE-08)", () => {
  test("is withdrawn as the refusal says, and holds nothing up any more", async () => {
    const before = await command("list");
    expect(await command(publishing("privacy", "2062-12-01"))).toContain("第 2 版（编号 4）");
    const refusal = await refusalOf(publishing("privacy"));
    const [, named = ""] = /npm run admin -- agreement (.+)$/.exec(refusal) ?? [];
    expect(named).toBe("withdraw --type privacy --version 2");

    expect(await command(named)).toBe("已撤回：《新》第 2 版（编号 4）。");
    expect(await command("list")).toBe(before);
    expect((await acts()).at(-1)).toEqual({
      object_kind: "agreement",
      object_id: "4",
      detail: { by: "operator", act: "withdraw", type: "privacy", version: 2 },
    });
    expect(await refusalOf(named)).toContain("没有 privacy 的第 2 版");

    // the audit and links name the other: neither its number nor its id is given again
    expect(await command(publishing("privacy"))).toContain("第 3 版（编号 5）");
    expect(await inForce("privacy")).toMatchObject({ version: 3, id: "5" });
  });

  test("gives way to an urgent one, and what it took the place of is said to wait again", async () => {
    await command(publishing("child", "2027-01-01"));
    await command(publishing("child", "2027-01-01"));
    expect(await refusalOf(publishing("child"))).toContain("--version 3");
    const told = await command("withdraw --type child --version 3");
    expect(told).toMatch(/仍在等待的：《新》第 2 版，2027\/1\/1 00:00:00 起/);
    await command("withdraw --type child --version 2");
    expect(await command(publishing("child"))).toContain("第 4 版");
    expect(await command(publishing("child", "2027-01-01"))).toContain("第 5 版");
    expect((await inForce("child")).version).toBe(4);
  });

  test("holds nothing up when it can never be in force", async () => {
    const row = { type: "user", title: "手写", content: "<p>甲</p>" } as const;
    const later = new Date("2030-01-01T00:00:00Z");
    await operator.at.db
      .insertInto("agreement")
      .values([
        { ...row, id: "50", version: 2, effective_at: later },
        { ...row, id: "51", version: 3, effective_at: operator.now },
      ])
      .execute();
    expect(await command(publishing("user"))).toContain("第 4 版（编号 52）");
    expect((await inForce("user")).version).toBe(4);
  });
});

describe("is not withdrawn", () => {
  test("a version that is in force, or was", async () => {
    const entries = await acts();
    const before = await command("list");
    for (const version of [1, 3, 4]) {
      expect(await refusalOf(`withdraw --type user --version ${version}`)).toContain("不能撤回");
    }
    // the first moment counts
    await command(publishing("user", "2026-12-01"));
    const waits = operator.now;
    operator.now = new Date("2026-11-30T16:00:00Z");
    expect(await refusalOf("withdraw --type user --version 5")).toContain("不能撤回");
    operator.now = waits;
    expect(await command("withdraw --type user --version 5")).toContain("已撤回");
    expect(await command("list")).toBe(before);
    expect(await acts()).toHaveLength(entries.length + 2);
  });

  test("one that there is not, of this type", async () => {
    expect(await refusalOf("withdraw --type user --version 99")).toContain("没有 user 的第 99 版");
  });

  test("one that somebody has agreed to, on a node whose clock is ahead", async () => {
    await command(publishing("user", "2026-12-01"));
    const user_id = await makePerson(operator.at.db, { account: "lin" });
    const consent = { user_id, type: "user", version: 6, agreed_at: operator.now, given_by: null };
    await operator.at.db.insertInto("consent").values(consent).execute();
    expect(await refusalOf("withdraw --type user --version 6")).toContain("不能撤回");
    expect(await command("list")).toContain("user  第 6 版");
  });
});
