import { expect, test } from "vitest";
import { passkeysWork } from "./passkey-way.ts";

const modern = {
  location: { hostname: "school.example.cn" },
  isSecureContext: true,
  PublicKeyCredential: () => {},
};
const at = (hostname: string) => ({ ...modern, location: { hostname } });

test.each([
  ["a modern browser at a name", { passkeys: true }, modern, true],
  ["this machine", { passkeys: true }, at("localhost"), true],
  ["a server that says nothing of it", {}, modern, false],
  ["a server that says no", { passkeys: false }, modern, false],
  ["no file", null, modern, false],
  ["an address", { passkeys: true }, at("192.168.1.9"), false],
  ["another address", { passkeys: true }, at("[fd00::1]"), false],
  ["a plain connection", { passkeys: true }, { ...modern, isSecureContext: false }, false],
  ["an old browser", { passkeys: true }, { ...modern, PublicKeyCredential: undefined }, false],
])("of %s", (_, file, browser, works) => {
  expect(passkeysWork(file, browser)).toBe(works);
});
