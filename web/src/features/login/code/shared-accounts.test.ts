import { expect, test } from "vitest";
import { ApiError } from "../../../api/failures.ts";
import { accountsIn } from "./shared-accounts.ts";

const accounts = [{ account: "linlan", name: "林岚" }];

test.each([
  [{ check: "account", accounts }, accounts],
  [{ check: "totp" }, []],
  [null, []],
])("who shares the phone, of %j", (data, shared) => {
  expect(accountsIn(new ApiError(40004, "x", data, 400))).toEqual(shared);
});

test("no refusal, no list", () => {
  expect(accountsIn(new Error("x"))).toEqual([]);
});
