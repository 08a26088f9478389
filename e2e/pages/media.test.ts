import { readFile } from "node:fs/promises";
import type { BrowserContext, Locator, Page } from "playwright-core";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Media, MediaType } from "#contract";
import { seriousFaults } from "../harness/axe.ts";
import { newPerson, SCREENS, takePicture } from "../harness/browser.ts";
import { animationWith } from "../harness/lessons.ts";
import { openFor, SharedStage } from "../harness/stage.ts";
import { homeShown, openSignedIn } from "../harness/steps.ts";
import { call, signIn } from "../harness/wire.ts";

const DETAIL = "/dt-ecampus/content/v2/detail";
/** The files that each kind needs beyond the player; no others may be requested. */
const HLS_SCRIPT = /assets\/feed-hls-.*\.js$/;
const FLV_SCRIPT = /assets\/feed-flv-.*\.js$/;
const FLASH = /platformEntry\/flash\//;
const ENGINE = /flash\/ruffle\/.*\.wasm$/;
/** Files that the demo draws of its lessons (SF-04). */
const MOVIE = "lessons/science-5-4-animation.swf";
const TUNE = "lessons/chinese-1-3-audio.mp3";
const PICTURE = "covers/science-5-4.svg";
/** Sound in another codec than the demo's own. */
const SONG = "song.m4a";

const stage = openFor(new SharedStage());
let context: BrowserContext;
let id: string;
let page: Page;
let asked: string[];

beforeAll(async () => {
  const token = await signIn(stage.platform.origin, "linlan");
  const found = await call(stage.platform.origin, "searchContent", { keyword: "雨" }, { token });
  id = found.body.data.items[0]?.id ?? "";
  const person = await newPerson(stage.browser);
  ({ context } = person);
  await openSignedIn(person.page, stage.platform, "linlan");
  await homeShown(person.page);
  await person.page.close();
});
beforeEach(async () => {
  page = await context.newPage();
  page.setDefaultTimeout(30_000);
  asked = [];
  page.on("request", (request) => asked.push(request.url()));
  return () => page.close();
});

/** Opens a lesson that holds one medium of the test's choice; all else of it is as it is. */
async function openLesson(type: MediaType, file: string, more: Partial<Media> = {}): Promise<void> {
  await page.route(`**${DETAIL}?**`, async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { data: { media: Partial<Media>[] } };
    const medium = { id: "1", type, url: `demo-media/${file}`, name: file, mime: "", size: null };
    body.data.media = [{ ...medium, seconds: null, poster: null, captions: [], ...more }];
    await route.fulfill({ response: answer, json: body });
  });
  await page.goto(
    `${stage.platform.page}#/search-result/description/${encodeURIComponent("雨")}/${id}`,
  );
}

/** Serves a file beside the demo's; in place of its own codec, whose name is in `words`, with one that nobody knows. */
async function serveAs(file: string, words: readonly string[] = []): Promise<void> {
  const folder = file === SONG ? "./" : "../../demo/media/files/";
  const bytes = await readFile(new URL(folder + file, import.meta.url));
  const strange = words.reduce(
    (all, word) => all.replaceAll(word, "????"),
    bytes.toString("latin1"),
  );
  await page.route(`**/demo-media/${file}`, (route) =>
    route.fulfill({ contentType: "video/mp4", body: Buffer.from(strange, "latin1") }),
  );
}

/** Starts what is there and waits until it has moved. */
async function play(tag: "video" | "audio"): Promise<{ seconds: number; width: number }> {
  const element = page.locator(tag);
  // what the element is given later would break off a play that was asked for before
  await page.waitForFunction(
    (name) => (document.querySelector<HTMLMediaElement>(name)?.readyState ?? 0) > 0,
    tag,
  );
  await element.evaluate((one: HTMLMediaElement) => one.play());
  await page.waitForFunction(
    (name) => (document.querySelector<HTMLMediaElement>(name)?.currentTime ?? 0) > 0.3,
    tag,
  );
  return element.evaluate((one: HTMLMediaElement) => ({
    seconds: one.currentTime,
    width: one instanceof HTMLVideoElement ? one.videoWidth : 0,
  }));
}

const WHITE = 0xff_ff_ff;

/** Returns the colours that a part of the page shows. */
async function coloursIn(part: Locator): Promise<number[]> {
  const png = (await part.screenshot()).toString("base64");
  return page.evaluate(async (data) => {
    const bytes = Uint8Array.from(atob(data), (sign) => sign.charCodeAt(0));
    const picture = await createImageBitmap(new Blob([bytes]));
    const canvas = new OffscreenCanvas(picture.width, picture.height);
    const brush = canvas.getContext("2d");
    brush?.drawImage(picture, 0, 0);
    const dots = brush?.getImageData(0, 0, picture.width, picture.height).data ?? [];
    const colours = new Set<number>();
    for (let at = 0; at < dots.length; at += 4) {
      colours.add((dots[at] ?? 0) * 65_536 + (dots[at + 1] ?? 0) * 256 + (dots[at + 2] ?? 0));
    }
    return Array.from(colours);
  }, png);
}

const askedFor = (pattern: RegExp) => asked.filter((url) => pattern.test(url));

describe("what a lesson holds is played", () => {
  test.each([
    ["video", "clip.mp4", "video", []],
    ["audio", SONG, "audio", []],
    ["audio", TUNE, "audio", []],
    ["hls", "clip.m3u8", "video", [HLS_SCRIPT]],
    ["flv", "clip.flv", "video", [FLV_SCRIPT]],
  ] as const)("%s: %s, with no more than it needs", async (type, file, tag, needs) => {
    if (file === SONG) await serveAs(file);
    await openLesson(type, file);
    const { seconds, width } = await play(tag);
    expect(seconds).toBeGreaterThan(0.3);
    expect(width).toBe(tag === "video" ? 480 : 0);
    for (const script of [HLS_SCRIPT, FLV_SCRIPT]) {
      expect(askedFor(script)).toHaveLength((needs as readonly RegExp[]).includes(script) ? 1 : 0);
    }
    expect(askedFor(FLASH)).toEqual([]);
  });

  test("captions, speed, keyboard; nothing is a barrier on any screen", async () => {
    const captions = [
      { url: "demo-media/lessons/science-3-7-video.vtt", label: "中文", lang: "zh-CN" },
    ];
    await openLesson("video", "clip.mp4", { captions, poster: `demo-media/${PICTURE}` });
    await play("video");
    const cue = await page.evaluate(() => {
      const track = document.querySelector("video")?.textTracks[0];
      const [title, step] = Array.from(track?.cues ?? [], (one) => (one as VTTCue).text);
      return [track?.mode, track?.language, title, step];
    });
    expect(cue).toEqual([
      ...["showing", "zh-CN", "<b>雨是怎样来的微课</b>\n三年级 · 科学"],
      "先看一看：身边有哪些现象和“雨是怎样来的”有关？",
    ]);
    await page.getByLabel("倍速").focus();
    await page.keyboard.press("ArrowDown");
    const rate = await page.locator("video").evaluate((one: HTMLVideoElement) => one.playbackRate);
    expect(rate).toBe(1.25);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.fullscreenElement?.tagName === "VIDEO");
    await page.evaluate(() => document.exitFullscreen());
    for (const [screen, size] of Object.entries({
      ...SCREENS,
      narrow: { width: 320, height: 640 },
    })) {
      await page.setViewportSize(size);
      await takePicture(page, `media-video-${screen}`);
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect([screen, over]).toEqual([screen, 0]);
    }
    expect(await seriousFaults(page)).toEqual([]);
  });

  test("an old .swf draws in a frame that is cut off, and its engine comes only when it is opened", async () => {
    await openLesson("swf", MOVIE);
    const open = page.getByRole("button", { name: "播放动画" });
    await open.waitFor();
    expect(askedFor(FLASH)).toEqual([]);
    expect(askedFor(/\.swf/)).toEqual([]);
    await open.focus();
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "暂停" }).waitFor();
    expect(askedFor(ENGINE)).toHaveLength(1);
    const frame = page.locator("iframe");
    await expect.poll(() => frame.getAttribute("sandbox")).toBe("allow-scripts");
    // only its words are white: Chinese in the device's typeface
    await expect.poll(() => coloursIn(frame)).toContain(WHITE);
    const before = await frame.screenshot();
    await expect.poll(async () => (await frame.screenshot()).equals(before)).toBe(false);
    await takePicture(page, "media-swf");
    await page.getByRole("button", { name: "暂停" }).click();
    await page.getByRole("button", { name: "继续" }).waitFor();
    expect(await seriousFaults(page)).toEqual([]);
  });

  test("a film in a codec of Flash's first years goes to the ActionScript player", async () => {
    await openLesson("flv", "old.flv");
    await page.getByRole("button", { name: "播放老式影片" }).click();
    await page.getByRole("button", { name: "暂停" }).waitFor();
    expect(askedFor(/flash\/player\.swf$/)).toHaveLength(1);
    const frame = page.locator("iframe");
    await expect.poll(async () => (await coloursIn(frame)).length).toBeGreaterThan(50);
    await takePicture(page, "media-old-film");
  });
});

describe("what cannot be played says why, and what to do", () => {
  test.each([
    ["video", "none.mp4", "这个文件已经不在了"],
    ["audio", "none.mp3", "这个文件已经不在了"],
    ["hls", "none.m3u8", "这个文件已经不在了"],
    ["flv", "none.flv", "这个文件已经不在了"],
    ["video", PICTURE, "这个文件打不开，可能已经损坏"],
    ["hls", PICTURE, "这个文件打不开，可能已经损坏"],
    ["flv", PICTURE, "这个文件打不开，可能已经损坏"],
  ] as const)("%s: %s", async (type, file, title) => {
    await openLesson(type, file);
    await page.getByRole("alert").getByText(title).waitFor();
  });

  test.each([
    ["none.swf", "这个文件已经不在了"],
    [PICTURE, "这个文件打不开，可能已经损坏"],
  ])("swf: %s", async (file, title) => {
    await openLesson("swf", file);
    await page.getByRole("button", { name: "播放动画" }).click();
    await page.getByRole("alert").getByText(title).waitFor();
  });

  test("a format that the browser lacks offers the file itself", async () => {
    await serveAs(SONG, ["mp4a", "esds"]);
    await openLesson("audio", SONG);
    const alert = page.getByRole("alert");
    await alert.getByText("这个浏览器放不了这种格式").waitFor();
    await expect
      .poll(() => alert.getByRole("link", { name: "下载" }).getAttribute("href"))
      .toBe(`${stage.platform.page}demo-media/${SONG}`);
    await takePicture(page, "media-codec");
    expect(await seriousFaults(page)).toEqual([]);
  });

  test("a video whose picture the browser lacks plays on, and says so", async () => {
    await serveAs("clip.mp4", ["avc1"]);
    await openLesson("video", "clip.mp4");
    await page.getByText("这个浏览器放不出画面，只有声音").waitFor();
    expect((await play("video")).width).toBe(0);
  });

  test("without a network it says so, and another try brings it", async () => {
    await page.route("**/demo-media/clip.mp4", (route) => route.abort("internetdisconnected"));
    await openLesson("video", "clip.mp4");
    await page.getByRole("alert").getByText("没有取到这个文件").waitFor();
    await page.unroute("**/demo-media/clip.mp4");
    await page.getByRole("button", { name: "重试" }).click();
    expect((await play("video")).width).toBe(480);
  });

  test("a loader that does not come is told apart", async () => {
    await page.route("**/flash/ruffle/ruffle.js", (route) => route.abort());
    await openLesson("swf", MOVIE);
    await page.getByRole("button", { name: "播放动画" }).click();
    await page.getByRole("alert").getByText("动画播放器没有加载成功").waitFor();
    await page.unroute("**/flash/ruffle/ruffle.js");
    await page.getByRole("button", { name: "重试" }).click();
    await page.getByRole("button", { name: "播放动画" }).click();
    await page.getByRole("button", { name: "暂停" }).waitFor();
  });
});

test("an animation among the demo's lessons plays as it is", async () => {
  // another person: a second session of the same one would end the page's
  const token = await signIn(stage.platform.origin, "sunhao");
  const lesson = await animationWith("swf", stage.platform.origin, token);
  await page.goto(`${stage.platform.page}#/search-result/description/a/${lesson}`);
  await page.getByRole("button", { name: "播放动画" }).click();
  await page.getByRole("button", { name: "暂停" }).waitFor();
});
