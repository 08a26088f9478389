import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import {
  claimsToBeOurs,
  PAGE_MESSAGES,
  parseShellMessage,
  shakeHands,
  SCANNED,
  SHELL_CALLBACKS,
} from "./messages.ts";

const reply = (more: object = {}) => ({ schoolgate: 1, type: "reply", id: "ping-1", ...more });

describe("what the shell says", () => {
  test.each(["need-authorize", "authorized-error"])(
    "%s is heard, as object and as text",
    (type) => {
      const said = { schoolgate: 1, type };
      expect(parseShellMessage(said)).toEqual({ message: { type } });
      expect(parseShellMessage(JSON.stringify(said))).toEqual({ message: { type } });
    },
  );

  test("what was scanned is a text", () => {
    const said = { schoolgate: 1, type: "scanned", detail: { content: "https://a/#/qr/b" } };
    expect(parseShellMessage(said)).toEqual({
      message: { type: "scanned", content: "https://a/#/qr/b" },
    });
    const other = { ...said, detail: { content: 4 } };
    expect(parseShellMessage(other)).toEqual({ reason: "bad-shape" });
    expect(parseShellMessage({ schoolgate: 1, type: "scanned" })).toEqual({ reason: "bad-shape" });
  });

  test("a reply carries flat values", () => {
    const detail = { version: 1, name: "教室端", ok: true, nothing: null };
    expect(parseShellMessage(reply({ detail }))).toEqual({
      message: { type: "reply", id: "ping-1", detail, error: null },
    });
    expect(parseShellMessage(reply({ error: "忙" }))).toMatchObject({ message: { error: "忙" } });
  });

  test.each([
    ["text that is not JSON", "location = 'https://evil.example'", "not-json"],
    ["a function", () => 1, "not-json"],
    ["nothing", undefined, "not-json"],
    ["something that goes round in circles", circle(), "not-json"],
    ["a number", 7, "not-ours"],
    ["a list", [{ schoolgate: 1 }], "not-ours"],
    ["another protocol", { type: "need-authorize" }, "not-ours"],
    ["a version that is none", { schoolgate: "1", type: "need-authorize" }, "not-ours"],
    ["an unknown type", { schoolgate: 1, type: "eval" }, "unknown-type"],
    ["a page's own message", { schoolgate: 1, type: "logout" }, "unknown-type"],
    ["a name from the prototype", { schoolgate: 1, type: "toString" }, "unknown-type"],
    ["a reply without id", { schoolgate: 1, type: "reply" }, "bad-shape"],
    ["a reply with a strange id", reply({ id: "<b>" }), "bad-shape"],
    ["a nested detail", reply({ detail: { a: { b: 1 } } }), "bad-shape"],
    ["a detail that is a list", reply({ detail: [1] }), "bad-shape"],
    ["an error that is no text", reply({ error: 4 }), "bad-shape"],
    ["too much", reply({ detail: { text: "长".repeat(9000) } }), "too-long"],
  ])("%s is refused", (_, raw, reason) => {
    expect(parseShellMessage(raw)).toEqual({ reason });
  });

  test("what lives in an object stays outside", () => {
    const detail = { version: 1, run: () => 1 };
    const parsed = parseShellMessage(reply({ detail }));
    expect(parsed).toMatchObject({ message: { detail: { version: 1 } } });
    expect(JSON.stringify(parsed)).not.toContain("run");
  });

  test("only what claims to be ours is looked at on a shared channel", () => {
    expect(claimsToBeOurs({ schoolgate: 9 })).toBe(true);
    expect(claimsToBeOurs('{"schoolgate":1}')).toBe(true);
    for (const other of ["setImmediate$1", { source: "react-devtools" }, null, 1, [1]]) {
      expect(claimsToBeOurs(other)).toBe(false);
    }
  });
});

describe("the handshake", () => {
  test.each([
    ["the same version", { version: 1 }, 1],
    ["a newer shell that still speaks ours", { version: 3, oldest: 1 }, 1],
  ])("%s", (_, answer, version) => {
    const agreed = shakeHands({ ...answer, name: "教室端", app_version: "2.1" });
    expect(agreed).toEqual({ status: "connected", version, name: "教室端", appVersion: "2.1" });
  });

  test.each([
    ["a shell that has left ours behind", { version: 3, oldest: 2 }],
    ["no version", {}],
    ["a version that is none", { version: 0 }],
    ["text", { version: "1" }],
  ])("%s does not fit", (_, answer) => {
    expect(shakeHands(answer).status).toBe("incompatible");
  });
});

test("what a shell's author reads names every message and nothing else", () => {
  const guide = readFileSync(new URL("../../../../docs/shell.md", import.meta.url), "utf8");
  const rows = Array.from(guide.matchAll(/^\| `([\w-]+)` \|/gm), ([, name]) => name);
  expect(rows).toEqual([...Object.keys(PAGE_MESSAGES), "reply", ...SHELL_CALLBACKS, SCANNED]);
});

function circle(): object {
  const round: { self?: object } = {};
  round.self = round;
  return round;
}
