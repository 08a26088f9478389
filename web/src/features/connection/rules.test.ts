import { expect, test } from "vitest";
import { connectionAfter, pauseAfter, sentenceFor, type Attempt } from "./rules.ts";

const answered = (status: number): Attempt => ({ kind: "answered", status });

test.each([
  [answered(200), true, "online"],
  [answered(404), true, "online"],
  [answered(429), true, "online"],
  [answered(500), true, "online"],
  [answered(502), true, "down"],
  [answered(503), true, "down"],
  [answered(504), false, "down"],
  // the platform on this very machine answers without a network
  [answered(200), false, "online"],
  [{ kind: "failed" } as const, true, "unreachable"],
  [{ kind: "failed" } as const, false, "offline"],
])("%j, the device has a network: %s, means %s", (attempt, hasNetwork, connection) => {
  expect(connectionAfter(attempt, hasNetwork)).toBe(connection);
});

test("pauses grow to a minute, and no two pages keep step", () => {
  expect([0, 1, 2, 3, 4, 9].map((attempts) => pauseAfter(attempts, 0.5))).toEqual([
    5000, 10_000, 20_000, 40_000, 60_000, 60_000,
  ]);
  expect([pauseAfter(0, 0), pauseAfter(0, 1)]).toEqual([3750, 6250]);
});

test.each([
  ["offline", "last", "现在没有网络，只能看上次看过的内容"],
  ["offline", "sign-in", "现在没有网络，恢复后才能登录"],
  ["offline", "nothing", "现在没有网络，恢复后会自动继续"],
  ["down", "last", "平台暂时不能使用，只能看上次看过的内容"],
  ["unreachable", "last", "现在连不上平台，只能看上次看过的内容"],
] as const)("%s, showing %s: %s", (connection, shows, sentence) => {
  expect(sentenceFor(connection, shows)).toBe(sentence);
});
