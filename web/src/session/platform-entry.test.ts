import { expect, test } from "vitest";
import { MAX_REMEMBERED_ACCOUNTS, parsePlatformEntry, withAccount } from "./platform-entry.ts";

const account = (username: string, password = "credential") => ({
  username,
  password,
  needRemeber: true,
});

test("remembering moves the account to the front and replaces any of the same name (SE-02)", () => {
  const before = [account("a"), account("b", "old"), account("c")];
  expect(withAccount(before, "b", "new")).toEqual([
    account("b", "new"),
    account("a"),
    account("c"),
  ]);
});

test("only so many are remembered, the oldest goes", () => {
  const names = Array.from({ length: MAX_REMEMBERED_ACCOUNTS }, (_, index) => `p${index}`);
  const kept = withAccount(
    names.map((name) => account(name)),
    "newest",
    "credential",
  );
  expect(kept.map(({ username }) => username)).toEqual(["newest", ...names.slice(0, -1)]);
});

const BLANK = { global: { apiServer: null, user: { identity: null } }, accounts: [] };

test.each([
  [null, BLANK],
  ["text", BLANK],
  [{ global: 7, accounts: "x" }, BLANK],
  [
    { global: { apiServer: "", user: { identity: "king" } } },
    { ...BLANK, global: { apiServer: "", user: { identity: null } } },
  ],
  [
    {
      global: { apiServer: "https://api.cn", user: { identity: "parent" } },
      accounts: [account("a"), { username: "b" }, null],
    },
    {
      global: { apiServer: "https://api.cn", user: { identity: "parent" } },
      accounts: [account("a")],
    },
  ],
])("what is kept is taken as far as it is well formed: %j", (kept, entry) => {
  expect(parsePlatformEntry(kept)).toEqual(entry);
});
