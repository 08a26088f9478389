import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { configureClient } from "../api/client.ts";
import {
  ASK_AT_LAST_MS,
  ASK_EVERY_MS,
  askUnread,
  feedbackUnread,
  FRESH_MS,
  watchUnread,
} from "./feedback-unread.ts";
import { session } from "./session.ts";

let hidden = false;
let notify = () => {};
let asked = 0;
let answers = true;
const page = {
  isHidden: () => hidden,
  onVisibility(listen: () => void) {
    notify = listen;
    return () => {
      notify = () => {};
    };
  },
  now: () => Date.now(),
};
const ask = async () => {
  asked += 1;
  return answers;
};
const see = (now: boolean) => {
  hidden = !now;
  notify();
};
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  vi.useFakeTimers();
  [hidden, asked, answers] = [false, 0, true];
});
afterEach(() => vi.useRealTimers());

test("asks at once and every minute, until it is stopped", async () => {
  const stop = watchUnread(ask, page);
  await pass(0);
  expect(asked).toBe(1);
  await pass(3 * ASK_EVERY_MS);
  expect(asked).toBe(4);
  stop();
  await pass(10 * ASK_EVERY_MS);
  see(true);
  expect(asked).toBe(4);
});

test("does not ask while nobody looks, and asks when someone does again", async () => {
  const stop = watchUnread(ask, page);
  await pass(0);
  see(false);
  await pass(5 * ASK_EVERY_MS);
  expect(asked).toBe(1);
  see(true);
  await pass(0);
  expect(asked).toBe(2);
  see(false);
  await pass(FRESH_MS / 2);
  see(true);
  await pass(0);
  expect(asked).toBe(2);
  await pass(ASK_EVERY_MS);
  expect(asked).toBe(3);
  stop();
});

test("asks ever more slowly while no answer comes, and as before once one has", async () => {
  answers = false;
  const stop = watchUnread(ask, page);
  await pass(2 * ASK_EVERY_MS);
  expect(asked).toBe(2);
  await pass(4 * ASK_EVERY_MS);
  expect(asked).toBe(3);
  await pass(24 * ASK_AT_LAST_MS);
  const slow = asked;
  expect(slow).toBeLessThan(30);
  answers = true;
  await pass(ASK_AT_LAST_MS);
  asked = 0;
  await pass(3 * ASK_EVERY_MS);
  expect(asked).toBeGreaterThanOrEqual(2);
  stop();
});

test("a page that begins hidden waits", async () => {
  hidden = true;
  const stop = watchUnread(ask, page);
  await pass(ASK_EVERY_MS);
  expect(asked).toBe(0);
  see(true);
  await pass(0);
  expect(asked).toBe(1);
  stop();
});

test("a count is not shown to another person or identity while theirs is asked for", async () => {
  configureClient({
    ready: () => Promise.reject(new Error("no answer")),
    caller: () => ({ token: null, identity: null, apiServer: "", client: "web" }),
    ...{ onSessionExpired() {}, onFailure() {}, onError() {}, onAuthorizeNeeded() {} },
  });
  session.setState({ token: "one", identity: "manager" });
  await askUnread();
  feedbackUnread.setState({ count: 3 });
  await askUnread();
  expect(feedbackUnread.getState().count).toBe(3);
  session.setState({ identity: "teacher" });
  await askUnread();
  expect(feedbackUnread.getState().count).toBeNull();
  session.setState({ token: null, identity: null });
});
