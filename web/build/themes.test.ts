import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { IDENTITY_COLOURS } from "#contract";

const SHEETS = new URL("../public/themes/", import.meta.url);
const COLOURS = [...new Set(Object.values(IDENTITY_COLOURS))];
/** Contrast of small text, WCAG 2.2 AA. */
const TEXT_CONTRAST = 4.5;
const PROPERTIES = [
  "--role",
  "--role-strong",
  "--role-deep",
  "--role-soft",
  "--role-border",
  "--role-on",
];

/** Linear light of one channel, `at` characters into `#RRGGBB`. */
function channel(colour: string, at: number): number {
  const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

function luminance(colour: string): number {
  return 0.2126 * channel(colour, 1) + 0.7152 * channel(colour, 3) + 0.0722 * channel(colour, 5);
}

function contrast(one: string, other: string): number {
  const [a, b] = [luminance(one) + 0.05, luminance(other) + 0.05];
  return a > b ? a / b : b / a;
}

/** A sheet's custom properties; anything else in it is refused. */
function readSheet(colour: string): Map<string, string> {
  const sheet = readFileSync(new URL(`${colour}.css`, SHEETS), "utf8");
  const body = /^:root \{\n([^{}]*)\}\n$/.exec(sheet)?.[1];
  if (body === undefined) throw new Error(`${colour}.css is not one :root rule`);
  return new Map(
    body
      .trimEnd()
      .split("\n")
      .map((line) => {
        const [, name, value] = /^ {2}(--[a-z-]+): (#[0-9a-f]{6});$/i.exec(line) ?? [];
        if (name === undefined || value === undefined) throw new Error(`not a colour: ${line}`);
        return [name, value];
      }),
  );
}

test("there is a sheet for each role colour, and no other (ID-06)", () => {
  expect(readdirSync(SHEETS).toSorted()).toEqual(
    [...COLOURS, "dim"].map((colour) => `${colour}.css`).toSorted(),
  );
});

describe.each(COLOURS)("role sheet %s", (colour) => {
  const tokens = readSheet(colour);
  const valueOf = (name: string): string => {
    const value = name === "white" ? "#ffffff" : tokens.get(name);
    if (value === undefined) throw new Error(`${colour}.css lacks ${name}`);
    return value;
  };

  test("sets the same properties as the others, and the exact colour", () => {
    expect([...tokens.keys()]).toEqual(PROPERTIES);
    expect(valueOf("--role").toUpperCase()).toBe(`#${colour}`);
  });

  test.each([
    ["strong text on white, white text on a strong button", "--role-strong", "white"],
    ["strong text on a tint", "--role-strong", "--role-soft"],
    ["white text on a pressed button", "white", "--role-deep"],
    ["text on the colour itself", "--role-on", "--role"],
  ])("%s can be read", (_what, text, ground) => {
    expect(contrast(valueOf(text), valueOf(ground))).toBeGreaterThanOrEqual(TEXT_CONTRAST);
  });

  test("a border stands between its tint and the colour", () => {
    expect(luminance(valueOf("--role-border"))).toBeLessThan(luminance(valueOf("--role-soft")));
    expect(luminance(valueOf("--role-border"))).toBeGreaterThan(luminance(valueOf("--role")));
  });
});

/** Reads the rules of the dark look: those of everybody, and by identity those that it changes. */
function readDim(): Map<string, Map<string, string>> {
  const sheet = readFileSync(new URL("dim.css", SHEETS), "utf8");
  return new Map(
    [...sheet.matchAll(/html([:.][\w-]+) \{([^}]*)\}/g)].map(([, of = "", body = ""]) => [
      of.replace(/^.(is-)?/, ""),
      new Map(
        [...body.matchAll(/(--[\w-]+): (#[0-9a-f]{6});/g)].map(([, name = "", value = ""]) => [
          name,
          value,
        ]),
      ),
    ]),
  );
}

describe("the dark look (HO-07)", () => {
  const rules = readDim();
  const everybody = rules.get("root") ?? new Map<string, string>();

  // administrators have the colours of everybody
  test.each(["root", "manager", "teacher", "student", "parent"])(
    "is legible for %s",
    (identity) => {
      const tokens = new Map([...everybody, ...(rules.get(identity) ?? [])]);
      const value = (name: string) => tokens.get(name) ?? "#000000";
      const on = (text: string, ...grounds: string[]) =>
        grounds
          .map((ground) => [text, ground, contrast(value(text), value(ground))] as const)
          .filter(([, , found]) => found < TEXT_CONTRAST);
      expect([
        ...on("--ink", "--surface", "--ground", "--role-soft", "--danger-soft"),
        ...on("--ink-soft", "--surface", "--ground", "--role-soft"),
        ...on("--role-strong", "--surface", "--ground", "--role-soft"),
        ...on("--role-deep", "--surface", "--role-soft"),
        ...on("--danger", "--surface", "--ground", "--danger-soft"),
        ...on("--on-strong", "--role-strong", "--danger", "--success", "--ink"),
      ]).toEqual([]);
    },
  );
});
