import { existsSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { IDENTITIES } from "#contract";
import { findFurtherRoute } from "../../app/further-routes.ts";
import { topicsOf } from "./topics.ts";

const PICTURES = new URL("../../../public/help/", import.meta.url);

test("a parent, who has a phone, is not sent to a corner that only a large screen has", () => {
  const steps = topicsOf("parent").flatMap((topic) => topic.steps);
  const corners = steps.filter((step) => step.includes("右上角"));
  expect(corners.filter((step) => !step.includes("手机上"))).toEqual([]);
});

describe.each(IDENTITIES)("the help of %s (HO-08)", (identity) => {
  const topics = topicsOf(identity);

  test("has topics of one address each, told in steps", () => {
    expect(new Set(topics.map(({ id }) => id)).size).toBe(topics.length);
    for (const { steps } of topics) expect(steps.length).toBeGreaterThan(1);
    expect(topics.some(({ picture }) => picture !== undefined)).toBe(true);
  });

  test("has its pictures, and leads to pages that exist", () => {
    for (const { picture, path } of topics) {
      if (picture !== undefined)
        expect(existsSync(new URL(`${picture.file}.webp`, PICTURES))).toBe(true);
      if (path !== undefined) expect(findFurtherRoute(path).route.name).not.toBe("Home");
    }
  });
});
