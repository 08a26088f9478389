import { generateSync } from "otplib";
import { describe, expect, test } from "vitest";
import { newTotpSecret, stepOf, totpUri } from "./offer.ts";

const NOW = new Date("2026-11-20T00:00:10Z");
const STEP = Math.floor(NOW.getTime() / 30_000);
const secret = newTotpSecret();
/** Returns the code that an independent library shows this many seconds from now. */
const shown = (seconds: number, of = secret) =>
  generateSync({ secret: of, epoch: NOW.getTime() / 1000 + seconds });

describe("a code of another maker's authenticator", () => {
  test.each([
    [0, STEP],
    [-30, STEP - 1],
    [30, STEP + 1],
    [-60, undefined],
    [60, undefined],
  ])("%i s off", (seconds, step) => {
    expect(stepOf(shown(seconds), secret, NOW)).toBe(step);
  });

  test("of another secret is none", () => {
    expect(stepOf(shown(0, newTotpSecret()), secret, NOW)).toBeUndefined();
  });
});

test("what is scanned says issuer, account and secret", () => {
  const uri = new URL(totpUri(secret, { issuer: "学门", label: "chenjing" }));
  expect(uri.protocol).toBe("otpauth:");
  expect(decodeURIComponent(uri.pathname)).toContain("学门:chenjing");
  expect(Object.fromEntries(uri.searchParams)).toMatchObject({
    issuer: "学门",
    secret,
    digits: "6",
    period: "30",
  });
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
});
