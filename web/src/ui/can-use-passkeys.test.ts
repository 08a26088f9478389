import { expect, test } from "vitest";
import { canUsePasskeys } from "./can-use-passkeys.ts";

const modern = {
  location: { hostname: "school.example.cn" },
  isSecureContext: true,
  PublicKeyCredential: () => {},
};
const at = (hostname: string) => ({ ...modern, location: { hostname } });

test.each([
  ["a modern browser at a name", modern, true],
  ["this machine", at("localhost"), true],
  ["an address", at("192.168.1.9"), false],
  ["another address", at("[fd00::1]"), false],
  ["a plain connection", { ...modern, isSecureContext: false }, false],
  ["an old browser", { ...modern, PublicKeyCredential: undefined }, false],
])("of %s", (_, browser, can) => {
  expect(canUsePasskeys(browser)).toBe(can);
});
