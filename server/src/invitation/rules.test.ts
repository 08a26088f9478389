import { describe, expect, test } from "vitest";
import {
  INVITATION_CODE_LENGTH,
  INVITATION_LETTERS,
  readInvitationCode,
  spellInvitationCode,
} from "#contract";
import { newReadableCode } from "../platform/secret.ts";
import { maskName, mayBecome, personFault, stateOf, termsOf } from "./rules.ts";

describe("a code", () => {
  test("has no letter that is taken for another one, and is different each time", () => {
    const made = Array.from({ length: 500 }, () =>
      newReadableCode(INVITATION_LETTERS, INVITATION_CODE_LENGTH),
    );
    expect(new Set(made).size).toBe(500);
    for (const code of made) expect(code).toMatch(/^[A-HJ-NP-Z2-9]{10}$/);
    const [code = ""] = made;
    expect(readInvitationCode(spellInvitationCode(code))).toBe(code);
  });

  test.each([
    ["KM7QX-3PVDR", "KM7QX3PVDR"],
    [" km7qx 3pvdr ", "KM7QX3PVDR"],
    ["ＫＭ７ＱＸ－３ＰＶＤＲ", "KM7QX3PVDR"],
    ["km7qx—3pvdr", "KM7QX3PVDR"],
    ["KM7QX-3PVD", undefined],
    ["KM7QX-3PVDRR", undefined],
    ["KM7QX-3PVD0", undefined],
    ["KM7QX-3PVDI", undefined],
    ["", undefined],
    ["邀请码邀请码邀请码邀", undefined],
  ])("%s is read as %s", (typed, code) => {
    expect(readInvitationCode(typed)).toBe(code);
  });
});

test.each([
  [{ kind: "class" }, { identity: "student", max_uses: 60, days: 30 }],
  [
    { kind: "class", identity: "teacher", max_uses: 3, days: 180 },
    { identity: "teacher", max_uses: 3, days: 180 },
  ],
  [
    { kind: "class", identity: "parent" },
    { path: "identity", message: "这种邀请码不能给这个身份" },
  ],
  [
    { kind: "class", max_uses: 501 },
    { path: "max_uses", message: "最多可用 500 次" },
  ],
  [{ kind: "child" }, { identity: "parent", max_uses: 2, days: 7 }],
  [
    { kind: "child", identity: "student" },
    { path: "identity", message: "这种邀请码不能给这个身份" },
  ],
  [
    { kind: "child", days: 31 },
    { path: "days", message: "有效期最长 30 天" },
  ],
  [{ kind: "staff" }, { identity: "teacher", max_uses: 1, days: 7 }],
  [
    { kind: "staff", identity: "manager" },
    { identity: "manager", max_uses: 1, days: 7 },
  ],
  [
    { kind: "staff", identity: "admin" },
    { path: "identity", message: "这种邀请码不能给这个身份" },
  ],
] as const)("the terms of %j", (asked, terms) => {
  expect(termsOf(asked)).toEqual(terms);
});

test.each([
  [[], "student", true],
  [[], "parent", true],
  [["student"], "student", true],
  [["student"], "parent", false],
  [["student"], "teacher", false],
  [["teacher"], "student", false],
  [["teacher", "parent"], "manager", true],
  [["parent"], "parent", true],
] as const)("who is %j may become %s: %s", (held, wanted, may) => {
  expect(mayBecome(held, wanted)).toBe(may);
});

const day = (text: string) => new Date(`2026-11-${text}T00:00:00Z`);
test.each([
  [{ used: 0, max_uses: 2, expires_at: day("21"), revoked_at: null }, "active"],
  [{ used: 2, max_uses: 2, expires_at: day("21"), revoked_at: null }, "used"],
  [{ used: 1, max_uses: 2, expires_at: day("20"), revoked_at: null }, "expired"],
  [{ used: 2, max_uses: 2, expires_at: day("19"), revoked_at: day("18") }, "revoked"],
  [
    { used: 0, max_uses: 2, expires_at: day("21"), revoked_at: null, maker_stays: false },
    "revoked",
  ],
] as const)("%j is %s", (invitation, state) => {
  expect(stateOf({ maker_stays: true, ...invitation }, day("20"))).toBe(state);
});

test.each([
  [{ account: "zhou.ming-yu_1", password: "rivers-and-hills", name: "周明宇" }, undefined],
  [{ account: "zho", password: "rivers-and-hills", name: "周" }, "account"],
  [{ account: "1zhou", password: "rivers-and-hills", name: "周" }, "account"],
  [{ account: "周明宇周明宇", password: "rivers-and-hills", name: "周" }, "account"],
  [{ account: "zhou@cn.cn", password: "rivers-and-hills", name: "周" }, "account"],
  [{ account: "zhouming", password: "ZhouMing", name: "周" }, "password"],
  [{ account: "zhouming", password: "zhouming2018", name: "周" }, "password"],
  [{ account: "zhouming", password: "rivers-and-hills", name: "" }, "name"],
])("%j: what is wrong is %s", (person, path) => {
  expect(personFault(person)?.path).toBe(path);
});

test.each([
  ["林小满", "林＊满"],
  ["赵一", "赵＊"],
  ["林", "＊"],
  ["欧阳小满", "欧＊满"],
])("%s is shown as %s", (name, shown) => {
  expect(maskName(name)).toBe(shown);
});
