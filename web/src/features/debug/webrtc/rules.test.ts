import { describe, expect, test } from "vitest";
import { deviceTrouble } from "./failures.ts";
import { candidateFact, iceVerdict, readIceForm, type FoundCandidate } from "./ice-rules.ts";
import {
  candidateWords,
  chosenPath,
  codecOf,
  loudness,
  ratesBetween,
  receivedSample,
  type Sample,
} from "./rules.ts";

const sample = (more: Partial<Sample> = {}): Sample => ({
  atMs: 1000,
  bytes: 0,
  packets: 0,
  lost: 0,
  frames: 0,
  width: 640,
  height: 480,
  jitterMs: 0,
  ...more,
});

describe("what happened between two samples", () => {
  test("bits, frames and loss", () => {
    const now = sample({ atMs: 2000, bytes: 125_000, packets: 90, lost: 10, frames: 30 });
    expect(ratesBetween(sample(), now)).toEqual({ kbps: 1000, fps: 30, loss: 0.1 });
  });

  test("a late packet takes its loss back, and never makes it negative", () => {
    const before = sample({ packets: 10, lost: 5 });
    const now = sample({ atMs: 1500, packets: 20, lost: 4 });
    expect(ratesBetween(before, now)?.loss).toBe(0);
  });

  test("nothing came: nothing was lost", () => {
    expect(ratesBetween(sample(), sample({ atMs: 2000 }))).toEqual({ kbps: 0, fps: 0, loss: 0 });
  });

  test.each([
    ["no time has passed", sample()],
    ["the counters began anew", sample({ atMs: 2000, bytes: -1 })],
  ])("nothing is said when %s", (_, now) => {
    expect(ratesBetween(sample(), now)).toBeNull();
  });
});

describe("out of a report", () => {
  const parts = [
    { id: "T", type: "transport", timestamp: 1, selectedCandidatePairId: "P2" },
    { id: "P1", type: "candidate-pair", timestamp: 1, nominated: true, localCandidateId: "L" },
    {
      id: "P2",
      type: "candidate-pair",
      timestamp: 1,
      localCandidateId: "L",
      remoteCandidateId: "R",
      currentRoundTripTime: 0.002,
    },
    {
      id: "L",
      type: "local-candidate",
      timestamp: 1,
      candidateType: "host",
      address: "10.0.0.2",
      port: 5000,
      protocol: "udp",
    },
    { id: "R", type: "remote-candidate", timestamp: 1, candidateType: "prflx", protocol: "udp" },
    { id: "C", type: "codec", timestamp: 1, mimeType: "video/VP8" },
    { id: "A", type: "inbound-rtp", timestamp: 5, kind: "audio", bytesReceived: 7 },
    {
      id: "V",
      type: "inbound-rtp",
      timestamp: 5,
      kind: "video",
      bytesReceived: 9,
      packetsReceived: 3,
      packetsLost: 1,
      framesDecoded: 2,
      frameWidth: 640,
      frameHeight: 480,
      jitter: 0.01,
    },
  ];

  test("the received stream of a kind", () => {
    expect(receivedSample(parts, "video")).toEqual({
      atMs: 5,
      bytes: 9,
      packets: 3,
      lost: 1,
      frames: 2,
      width: 640,
      height: 480,
      jitterMs: 10,
    });
    expect(receivedSample(parts, "audio")).toMatchObject({ bytes: 7, frames: 0 });
    expect(receivedSample([], "video")).toBeNull();
  });

  test("the path: the one the transport names, else the nominated one", () => {
    expect(chosenPath(parts)).toEqual({
      local: "本机 10.0.0.2:5000 udp",
      remote: "对端发现 地址隐藏 udp",
      rttMs: 2,
    });
    const older = parts.filter(({ type }) => type !== "transport");
    expect(chosenPath(older)).toMatchObject({ remote: "未知", rttMs: null });
    expect(chosenPath([])).toBeNull();
  });

  test("the codec", () => {
    expect([codecOf(parts, "video"), codecOf(parts, "audio")]).toEqual(["VP8", ""]);
  });
});

describe("the level", () => {
  test.each([
    ["silence", [0, 0], 0],
    ["nothing", [], 0],
    ["full swing", [1, -1], 1],
    ["a tenth", [0.1, -0.1], 1 - 20 / 60],
    ["less than is heard", [0.0001], 0],
  ])("of %s", (_, samples, level) => {
    expect(loudness(samples)).toBeCloseTo(level, 5);
  });
});

describe("a device's failure in words", () => {
  test.each([
    ["NotAllowedError", "许可"],
    ["NotFoundError", "没有找到"],
    ["NotReadableError", "别的程序"],
    ["OverconstrainedError", "分辨率"],
    ["TypeError", "没有选择"],
    ["StrangeError", "StrangeError"],
  ])("%s", (name, word) => {
    const { what, todo } = deviceTrouble(Object.assign(new Error("x"), { name }));
    expect(what).toContain(word);
    expect(todo).toMatch(/请/);
  });

  test("whatever is thrown, something is said", () => {
    expect(deviceTrouble(undefined).what).toContain("原因不明");
  });
});

describe("the entered server", () => {
  const form = (url: string, username = "", password = "") =>
    readIceForm({ url, username, password });

  test.each([
    ["stun:stun.example.cn", { urls: "stun:stun.example.cn" }],
    [" stun:10.0.0.1:3478 ", { urls: "stun:10.0.0.1:3478" }],
    ["stuns:[2001:db8::1]:5349", { urls: "stuns:[2001:db8::1]:5349" }],
  ])("%s", (url, server) => {
    expect(form(url)).toEqual({ server });
  });

  test("a TURN server with its account", () => {
    expect(form("turn:t.example:3478?transport=tcp", " u ", " p ")).toEqual({
      server: { urls: "turn:t.example:3478?transport=tcp", username: "u", credential: " p " },
    });
  });

  test.each([
    ["", "", "", ["url"]],
    ["http://t.example", "", "", ["url"]],
    ["stun:t.example:70000", "", "", ["url"]],
    ["stun:t.example:0", "", "", ["url"]],
    ["stun:t.example?transport=udp", "", "", ["url"]],
    ["turn:t.example?transport=ws", "u", "p", ["url"]],
    ["turn:t.example", "", "", ["username", "password"]],
    ["turn:t.example", "u", "", ["password"]],
  ])("%s %s %s is refused at %s", (url, username, password, fields) => {
    const read = form(url, username, password);
    expect("fault" in read ? Object.keys(read.fault) : []).toEqual(fields);
  });
});

describe("what the findings mean", () => {
  const host: FoundCandidate = { type: "host", protocol: "udp", address: "10.0.0.2", port: 5000 };
  const mapped = { ...host, type: "srflx", address: "203.0.113.7" };
  const relay = { ...host, type: "relay", address: "203.0.113.9" };
  const found = { kind: "stun" as const, candidates: [host], errors: [], late: false };

  test("STUN and TURN that work", () => {
    const stun = iceVerdict({ ...found, candidates: [host, mapped] });
    expect(stun).toMatchObject({ ok: true, what: expect.stringContaining("203.0.113.7:5000") });
    const turn = iceVerdict({ ...found, kind: "turn", candidates: [host, mapped, relay] });
    expect(turn).toMatchObject({ ok: true, what: expect.stringContaining("203.0.113.9") });
  });

  test.each([
    [
      "a TURN server that only answers as STUN",
      { kind: "turn" as const, candidates: [host, mapped] },
      "没有回应",
    ],
    [
      "a wrong password",
      { kind: "turn" as const, errors: [{ code: 401, text: "" }] },
      "用户名和密码",
    ],
    ["no relays left", { kind: "turn" as const, errors: [{ code: 486, text: "" }] }, "用完"],
    ["another refusal", { errors: [{ code: 500, text: "Server Error" }] }, "500 Server Error"],
    ["an unreachable host", { errors: [{ code: 701, text: "" }] }, "没有回应"],
    ["silence until the clock runs out", { late: true, candidates: [] }, "没有回应"],
    ["nothing at all", { candidates: [] }, "没有给出任何地址"],
  ])("%s", (_, more, words) => {
    const verdict = iceVerdict({ ...found, ...more });
    expect(verdict).toMatchObject({ ok: false, what: expect.stringContaining(words) });
  });

  test("a candidate as a line", () => {
    expect(candidateFact(relay, 2)).toEqual({ name: "3. 中继", value: "udp 203.0.113.9:5000" });
    expect(candidateFact({ ...host, address: "", port: null }, 0).value).toBe("udp （地址隐藏）");
    expect(candidateWords(undefined)).toBe("未知");
  });
});
