import { expect, test } from "vitest";
import { compareVersions, isVersion, updateFor } from "./release-version.ts";

test.each(["0", "2.4", "2.4.0", "2.4.0.1", "2.4.0-beta.2", "0.1.0+C_x-4Yq1"])("%s", (text) => {
  expect(isVersion(text)).toBe(true);
});
test.each(["", "v2", "2.", "2.4.0.1.2", "2.4.0 ", "2.4.0+", "12345678901", "2.4.0<"])(
  "%j is none",
  (text) => {
    expect(isVersion(text)).toBe(false);
  },
);

test.each([
  ["2.4.0", "2.4.0", 0],
  ["2.4", "2.4.0", 0],
  ["2.4.0", "2.10.0", -1],
  ["3", "2.99.99", 1],
  ["2.4.0-beta.2", "2.4.0", -1],
  ["2.4.0-beta.2", "2.4.0-beta.10", -1],
  ["0.1.0+a", "0.1.0+b", 0],
  ["0", "0.0.1-a", -1],
])("%s beside %s: %i", (one, other, order) => {
  expect(compareVersions(one, other)).toBe(order);
  expect(compareVersions(other, one)).toBe(order === 0 ? 0 : -order);
});

const release = (version: string, min_version = "0", force = false) => ({
  version,
  min_version,
  force,
});
test.each([
  ["2.3.0", null, "none"],
  ["2.3.0", release("2.3.0"), "none"],
  ["2.3.0", release("2.4.0"), "offered"],
  ["2.5.0", release("2.4.0"), "none"],
  ["2.5.0", release("2.4.0", "0", true), "none"],
  ["2.3.0", release("2.4.0", "2.3.0"), "offered"],
  ["2.2.0", release("2.4.0", "2.3.0"), "needed"],
  ["2.3.0", release("2.4.0", "0", true), "needed"],
  ["unknown", release("2.4.0", "0", true), "none"],
  ["0.1.0+a", release("0.1.0+b"), "offered"],
  ["0.2.0+a", release("0.1.0+b"), "offered"],
  ["0.1.0+a", release("0.1.0+a", "9", true), "none"],
  ["0.1.0+a", release("0.2.0+b", "0.2.0"), "needed"],
])("%s where %j is present: %s", (version, present, update) => {
  expect(updateFor(version, present)).toBe(update);
});
