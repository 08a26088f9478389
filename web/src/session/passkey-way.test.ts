import { expect, test } from "vitest";
import { offersPasskeys } from "./passkey-way.ts";

test.each([
  [{ passkeys: true }, true],
  [{ passkeys: false }, false],
  [{ passkeys: "true" }, false],
  [{}, false],
  [null, false],
])("config.json %j: %j", (file, offers) => {
  expect(offersPasskeys(file)).toBe(offers);
});
