import { expect, test } from "vitest";
import { proofWantedIn } from "./use-proof.tsx";

test.each([
  ["the password alone", { check: "password" }, { ways: [], passkey: undefined }],
  [
    "or a second factor",
    { check: "password", ways: ["totp", "passkey"], passkey: { challenge: "c" } },
    { ways: ["totp", "passkey"], passkey: { challenge: "c" } },
  ],
  ["the second step of a sign-in", { check: "totp", ways: ["totp"] }, undefined],
  ["nothing that was said", null, undefined],
])("wants %s", (_, data, wanted) => {
  expect(proofWantedIn({ code: 40004, data })).toEqual(wanted);
});

test("any other error wants no proof", () => {
  expect(proofWantedIn({ code: 40002, data: { check: "password" } })).toBeUndefined();
  expect(proofWantedIn(new Error("off"))).toBeUndefined();
  expect(proofWantedIn(undefined)).toBeUndefined();
});
