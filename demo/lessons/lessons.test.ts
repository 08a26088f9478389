import { describe, expect, test } from "vitest";
import { CONTENT_TYPES, MEDIA_TYPES } from "#contract";
import { contentFaults } from "../../server/src/content/content-faults.ts";
import { drawCover } from "./covers.ts";
import { ownersFrom } from "./load-lessons.ts";
import { makeLessons } from "./make-lessons.ts";

const lessons = makeLessons(ownersFrom("demo"));

describe("the demo's lessons and resources", () => {
  test("are more than two thousand, each with an id of its own", () => {
    expect(lessons.length).toBeGreaterThanOrEqual(2000);
    expect(new Set(lessons.map(({ id }) => id)).size).toBe(lessons.length);
  });

  test("are the same every time", () => {
    expect(makeLessons(ownersFrom("demo"))).toEqual(lessons);
  });

  test("can all be kept, and say something", () => {
    expect(lessons.flatMap(contentFaults)).toEqual([]);
    for (const { title, description, sections, author, source } of lessons) {
      for (const text of [title, description, author, source, ...sections.map((one) => one.text)]) {
        expect(text).not.toMatch(/^$|undefined|null|\{|《《/);
      }
    }
  });

  test.each(CONTENT_TYPES)("there are many of type $name", ({ id }) => {
    expect(lessons.filter((one) => one.type_id === id).length).toBeGreaterThan(50);
  });

  test.each(MEDIA_TYPES)("several open %s", (type) => {
    const opening = lessons.filter(({ media }) => media.some((one) => one.type === type));
    expect(opening.length).toBeGreaterThan(5);
  });

  test("belong to everyone, the district, and every school of it", () => {
    const owners = new Set(lessons.map(({ school_id }) => school_id));
    expect(owners).toEqual(new Set(ownersFrom("demo").map(({ school_id }) => school_id)));
  });

  test("have a cover of their own topic, which is drawn (SF-04)", () => {
    const topics = new Map<string, Set<string>>();
    for (const { cover, keywords } of lessons) {
      const drawn = drawCover(cover.replace("demo-media/covers/", "")) ?? "";
      const words = Array.from(drawn.matchAll(/>([^<]+)<\/text>/g), ([, text = ""]) => text).slice(
        1,
      );
      const written = words.join("").replaceAll(/[：，、 ]/g, "");
      expect(keywords[0]?.replaceAll(/[：，、 ]/g, "")).toBe(written.replaceAll("&amp;", "&"));
      topics.set(cover, (topics.get(cover) ?? new Set()).add(keywords[0] ?? ""));
    }
    for (const ofCover of topics.values()) expect(ofCover.size).toBe(1);
    expect(topics.size).toBeGreaterThan(600);
  });

  test.each([
    "",
    "none-1-1.svg",
    "art-1-99.svg",
    "art-1-1.png",
    "../art-1-1.svg",
    "constructor-1-1.svg",
  ])("no cover is drawn for %j", (file) => expect(drawCover(file)).toBeUndefined());
});
