import { describe, expect, test } from "vitest";
import { MEDIA_TYPES } from "#contract";
import {
  failureOfElement,
  failureOfFlv,
  failureOfHls,
  failureOfStatus,
  FAILURE_TEXTS,
  filmSize,
  flashFiles,
  placeOnStage,
  playerOf,
  webAddress,
} from "./rules.ts";

const BASE = "https://school.example.cn/platformEntry/";

test("each type has one player, or none", () => {
  expect(MEDIA_TYPES.map((type) => [type, playerOf(type)])).toEqual([
    ["video", "native"],
    ["audio", "native"],
    ["hls", "native"],
    ["flv", "native"],
    ["swf", "flash"],
    ["document", null],
    ["image", null],
  ]);
});

test("every failure offers a way on, or says whom to tell", () => {
  for (const [failure, { title, text, retry, download }] of Object.entries(FAILURE_TEXTS)) {
    expect([failure, retry || download]).toEqual([failure, true]);
    expect(title.length).toBeGreaterThan(5);
    expect(text).toMatch(/[。]$/);
  }
});

test.each([
  [200, null],
  [206, null],
  [401, "gone"],
  [403, "gone"],
  [404, "gone"],
  [410, "gone"],
  [416, "server"],
  [500, "server"],
  [503, "server"],
  [0, "network"],
] as const)("an answer %d", (status, failure) => {
  expect(failureOfStatus(status)).toBe(failure);
});

test.each([
  [2, "", "network"],
  [3, "", "broken"],
  [4, "DEMUXER_ERROR_COULD_NOT_OPEN: FFmpegDemuxer", "broken"],
  [4, "DEMUXER_ERROR_NO_SUPPORTED_STREAMS", null],
  [4, "", null],
  [0, "", null],
] as const)("the browser says %d %s", (code, message, failure) => {
  expect(failureOfElement(code, message)).toBe(failure);
});

test.each([
  ["networkError", "manifestLoadError", 404, "gone"],
  ["networkError", "fragLoadError", 500, "server"],
  ["networkError", "manifestLoadError", 0, "network"],
  ["networkError", "manifestParsingError", 200, "broken"],
  ["mediaError", "manifestIncompatibleCodecsError", 0, "codec"],
  ["mediaError", "bufferAddCodecError", 0, "codec"],
  ["mediaError", "bufferStalledError", 0, "broken"],
  ["otherError", "internalException", 0, "broken"],
] as const)("hls.js says %s %s %d", (type, detail, status, failure) => {
  expect(failureOfHls(type, detail, status)).toBe(failure);
});

test.each([
  ["NetworkError", "HttpStatusCodeInvalid", 404, "gone"],
  ["NetworkError", "Exception", 0, "network"],
  ["MediaError", "CodecUnsupported", 0, "codec"],
  ["MediaError", "FormatUnsupported", 0, "broken"],
  ["MediaError", "MediaMSEError", 0, "broken"],
] as const)("mpegts.js says %s %s %d", (type, detail, status, failure) => {
  expect(failureOfFlv(type, detail, status)).toBe(failure);
});

describe("addresses", () => {
  test.each([
    ["demo-media/a.mp4", `${BASE}demo-media/a.mp4`],
    ["/files/a.mp4", "https://school.example.cn/files/a.mp4"],
    ["https://m.example.cn/a.mp4", "https://m.example.cn/a.mp4"],
    ["javascript:alert(1)", null],
    ["data:video/mp4;base64,", null],
    ["http://", null],
    ["", null],
    [null, null],
    [7, null],
  ])("%s", (address, whole) => {
    expect(webAddress(address, BASE)).toBe(whole);
  });
});

describe("the player files of the environment settings", () => {
  const loader = `${BASE}flash/ruffle/ruffle.js`;
  const player = `${BASE}flash/player.swf`;
  test.each([
    [null, { loader, player }],
    [{}, { loader, player }],
    [{ media: null }, { loader, player }],
    [{ media: { loader: 7, player: 7 } }, { loader, player: null }],
    [{ media: { loader: "javascript:1" } }, { loader, player }],
    [{ media: { player: "" } }, { loader, player: null }],
    [
      { media: { loader: "https://f.cn/r.js", player: "old/player.swf" } },
      { loader: "https://f.cn/r.js", player: `${BASE}old/player.swf` },
    ],
  ])("%j", (file, files) => {
    expect(flashFiles(file, BASE)).toEqual(files);
  });
});

describe("a film on the stage of the ActionScript player", () => {
  test.each([
    [{ width: 480, height: 270 }, ["0", "0", "480", "270"]],
    [{ width: 320, height: 240 }, ["60", "0", "360", "270"]],
    [{ width: 960, height: 270 }, ["0", "67.5", "480", "135"]],
  ])("%j", (size, place) => {
    expect(Object.values(placeOnStage(size))).toEqual(place);
  });

  const meta = (name: string, value: number) => {
    const bytes = new DataView(new ArrayBuffer(2 + name.length + 9));
    bytes.setUint16(0, name.length);
    for (const [at, sign] of Array.from(name).entries()) {
      bytes.setUint8(2 + at, sign.charCodeAt(0));
    }
    bytes.setFloat64(2 + name.length + 1, value);
    return Array.from(new Uint8Array(bytes.buffer));
  };
  const film = (...parts: number[][]) => Uint8Array.from([70, 76, 86, 1, ...parts.flat()]).buffer;

  test("its size is read from its metadata", () => {
    expect(filmSize(film(meta("width", 320), meta("height", 240), [0, 0, 9]))).toEqual({
      width: 320,
      height: 240,
    });
  });

  test.each([
    ["nothing", film()],
    ["one side", film(meta("width", 320))],
    ["no size", film(meta("width", 0), meta("height", -1))],
    ["an absurd size", film(meta("width", 1e9), meta("height", 1e9))],
  ])("one that tells %s fills the stage", (_what, bytes) => {
    expect(filmSize(bytes)).toEqual({ width: 480, height: 270 });
  });
});
