import { statSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { Media } from "#contract";
import { ownersFrom } from "../load-lessons.ts";
import { makeLessons } from "../make-lessons.ts";
import { drawFile } from "./draw-media.ts";
import { wordsOfPdf } from "./drawn.fixture.ts";

const FOLDER = "demo-media/";
const lessons = makeLessons(ownersFrom("demo"));
const ofLessons = lessons.flatMap((lesson) => lesson.media.map((medium) => ({ lesson, medium })));
const isDrawn = ({ url }: Media) => url.startsWith(`${FOLDER}lessons/`);

interface Drawn {
  mime: string;
  bytes: Buffer;
  text: string;
}

const drawnBefore = new Map<string, Drawn>();

async function draw(url: string): Promise<Drawn> {
  const known = drawnBefore.get(url);
  if (known !== undefined) return known;
  const [folder = "", file = ""] = url.replace(FOLDER, "").split("/");
  const drawn = await drawFile(folder, file);
  if (drawn === undefined) throw new Error(`Nothing is drawn at ${url}`);
  const bytes = Buffer.from(drawn.body);
  const one = { mime: drawn.mime, bytes, text: bytes.toString() };
  drawnBefore.set(url, one);
  return one;
}

/** The words that a medium shows, without what breaks lines and marks up. */
async function wordsOf(url: string): Promise<string> {
  const { mime, bytes, text } = await draw(url);
  const words = mime === "application/pdf" ? wordsOfPdf(bytes).join("") : text;
  return words.replaceAll("&amp;", "&").replaceAll(/\s/g, "");
}

const shown = (text: string) => text.replaceAll(/\s/g, "");

/** The bytes with which a kind begins. */
const BEGINNINGS: Readonly<Record<string, string>> = {
  "application/pdf": "%PDF-1.",
  "image/svg+xml; charset=utf-8": "<svg ",
  "text/vtt; charset=utf-8": "WEBVTT\n\n",
  "application/x-shockwave-flash": "FWS\b",
  "audio/mpeg": "\xff\xf3",
};

describe("each lesson's media are its own (SF-04)", () => {
  test("what is drawn is of the type that it is announced as", async () => {
    for (const { medium } of ofLessons.filter((one) => isDrawn(one.medium))) {
      const { mime, bytes } = await draw(medium.url);
      expect(mime.replace("; charset=utf-8", ""), medium.url).toBe(medium.mime);
      const beginning = BEGINNINGS[mime] ?? "?";
      expect(bytes.toString("latin1", 0, beginning.length), medium.url).toBe(beginning);
    }
  });

  test("documents, pictures and animations show the lesson's own title", async () => {
    for (const { lesson, medium } of ofLessons) {
      if (!isDrawn(medium) || medium.type === "audio") continue;
      const words = await wordsOf(medium.url);
      expect(words, medium.url).toContain(shown(lesson.title));
    }
  });

  test("films say its title all along, and have its cover", async () => {
    for (const { lesson, medium } of ofLessons) {
      if (!["video", "hls", "flv"].includes(medium.type)) continue;
      const { text } = await draw(medium.captions[0]?.url ?? "");
      const [, from, to, title] = /^([\d:.]+) --> ([\d:.]+) .*\n<b>(.*)<\/b>$/m.exec(text) ?? [];
      expect([from, to, title], medium.url).toEqual(["00:00.000", "00:12.000", lesson.title]);
      expect(medium.poster).toBe(lesson.cover);
    }
  });

  test("no two have the same, and each is named as its lesson", async () => {
    const seen = new Map<string, string>();
    for (const { lesson, medium } of ofLessons) {
      expect(medium.name).toMatch(lesson.title);
      const own = isDrawn(medium) ? medium.url : (medium.captions[0]?.url ?? "");
      const bytes = (await draw(own)).bytes.toString("latin1");
      expect(seen.get(bytes), own).toBeUndefined();
      seen.set(bytes, own);
    }
    expect(seen.size).toBe(ofLessons.length);
  });

  test("the clips behind captions are there, as large as is said", () => {
    const clips = ofLessons.map(({ medium }) => medium).filter((one) => !isDrawn(one));
    expect(new Set(clips.map(({ url }) => url)).size).toBe(4);
    for (const { url, size } of clips) {
      const file = new URL(`../../media/files/${url.replace(FOLDER, "")}`, import.meta.url);
      const stat = statSync(file);
      expect(size ?? stat.size, url).toBe(stat.size);
    }
  });

  test("a tune is as long as is said: whole frames of 26 ms", async () => {
    for (const { medium } of ofLessons.filter((one) => one.medium.type === "audio")) {
      const { bytes } = await draw(medium.url);
      let frames = 0;
      for (let at = 0; at < bytes.length; frames += 1) {
        expect(bytes.readUInt16BE(at), `${medium.url} at ${at}`).toBe(0xfff3);
        at += (bytes[at + 2] ?? 0) & 2 ? 105 : 104;
      }
      expect((frames * 576) / 22_050).toBeCloseTo(medium.seconds ?? 0, 0);
    }
  });
});

describe("nothing is drawn but for the demo's lessons", () => {
  test.each([
    ["lessons", ""],
    ["lessons", "art-1-1-plan"],
    ["lessons", "art-1-1-plan.exe"],
    ["lessons", "art-1-1-plan.svg"],
    ["lessons", "art-1-1-audio.mp3"],
    ["lessons", "art-1-99-plan.pdf"],
    ["lessons", "art-01-1-plan.pdf"],
    ["lessons", "art-1-1-constructor.pdf"],
    ["lessons", "constructor-1-1-plan.pdf"],
    ["lessons", "../art-1-1-plan.pdf"],
    ["lessons", "art-1-1-plan.constructor"],
    ["other", "art-1-1-plan.pdf"],
    ["covers", "art-1-1-plan.pdf"],
  ])("%s/%s", async (folder, file) => expect(await drawFile(folder, file)).toBeUndefined());
});
