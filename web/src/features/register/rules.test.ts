import { describe, expect, test } from "vitest";
import { ApiError, NetworkError } from "../../api/failures.ts";
import { faultsIn, faultsOf, guidanceFor, purposeOf, type Preview, type Typed } from "./rules.ts";

const GOOD: Typed = {
  name: "周明宇",
  account: " ZhouMingyu ",
  password: "rivers-and-hills",
  again: "rivers-and-hills",
  mobile: "138 0000 1234",
  agreed: true,
};

describe("what is wrong before anything is sent", () => {
  test.each<[Partial<Typed>, string[]]>([
    [{}, []],
    [{ mobile: "" }, []],
    [{ name: " " }, ["name"]],
    [{ name: "长".repeat(51) }, ["name"]],
    [{ account: "" }, ["account"]],
    [{ account: "abc" }, ["account"]],
    [{ account: "2026001" }, ["account"]],
    [{ account: "周明宇周" }, ["account"]],
    [{ password: "short", again: "short" }, ["password"]],
    [{ password: "ZHOUMINGYU", again: "ZHOUMINGYU" }, ["password"]],
    [{ again: "other" }, ["again"]],
    [{ mobile: "12345" }, ["mobile"]],
    [{ agreed: false }, ["agreed"]],
    [{ name: "", account: "", agreed: false }, ["name", "account", "agreed"]],
  ])("%j", (typed, fields) => {
    expect(Object.keys(faultsOf({ ...GOOD, ...typed }))).toEqual(fields);
  });
});

test.each([
  [new NetworkError(), { form: "网络连接失败，请检查网络后重试" }],
  [new ApiError(40003, "邀请码不正确，或者已经失效"), { invitation: "邀请码不正确，或者已经失效" }],
  [new ApiError(40900, "有人用了", { field: "account" }), { account: "有人用了" }],
  [new ApiError(40900, "怪", { field: "unknown" }), { form: "怪" }],
  [new ApiError(40004, "请同意", { check: "consent" }), { agreed: "请同意" }],
  [new ApiError(40001, "错", { errors: [{ path: "name", message: "太长" }] }), { name: "太长" }],
  [new ApiError(40001, "错", { errors: [{ path: "x", message: "坏" }] }), { form: "坏" }],
  [new ApiError(42900, "慢一点", { retry_after: 3 }), { form: "慢一点" }],
])("a refusal is told where it belongs: %o", (error, faults) => {
  expect(faultsIn(error)).toEqual(faults);
});

test.each([
  [undefined, "邀请码由班主任或学校管理员发放。"],
  ["nobody", "邀请码由班主任或学校管理员发放。"],
  ["parent", "请向孩子的班主任要绑定码，每个孩子一个。"],
])("the guidance for %s", (identity, text) => {
  expect(guidanceFor(identity)).toBe(text);
});

const PREVIEW: Preview = {
  kind: "class",
  identity: "student",
  school_name: "启明小学",
  class_name: "三年级（2）班",
  child_name: null,
  agreements: [],
};
test.each<[Partial<Preview>, string]>([
  [{}, "以学生的身份加入 启明小学 三年级（2）班"],
  [{ identity: "teacher" }, "以教师的身份加入 启明小学 三年级（2）班"],
  [{ kind: "staff", identity: "manager", class_name: null }, "以学校管理员的身份加入 启明小学"],
  [
    { kind: "child", identity: "parent", child_name: "林＊满" },
    "成为 启明小学 三年级（2）班 林＊满 的家长",
  ],
])("%j is for: %s", (preview, text) => {
  expect(purposeOf({ ...PREVIEW, ...preview })).toBe(text);
});
