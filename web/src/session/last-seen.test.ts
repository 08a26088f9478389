import { beforeEach, describe, expect, test } from "vitest";
import type { User } from "#contract";
import { localStore } from "../platform/storage.ts";
import { forgetLastSeen, keepLastSeen, readLastSeen } from "./last-seen.ts";

const NOW = Date.parse("2026-11-20T08:00:00Z");
const DAY_MS = 86_400_000;
const user = (id: string): User => ({ id, identity: "teacher" });
const apps = { apps: [], theme: "color" as const, category: [], recent_app_ids: [] };
const seen = (id: string) => ({ at: NOW, user: user(id), schools: [], apps });

beforeEach(() => localStore.wipe());

describe("what was last seen of home", () => {
  test("is the person's own, under the identity it was seen as", () => {
    keepLastSeen("u1", "teacher", seen("u1"));
    expect(readLastSeen("u1", "teacher", NOW)).toEqual(seen("u1"));
    expect(readLastSeen("u2", "teacher", NOW)).toBeNull();
    expect(readLastSeen("u1", "parent", NOW)).toBeNull();
  });

  test.each([
    ["another person's", { ...seen("u2") }],
    ["of another identity", { ...seen("u1"), user: { id: "u1", identity: "parent" } }],
    ["from a month ahead", { ...seen("u1"), at: NOW + 30 * DAY_MS }],
    ["a month old", { ...seen("u1"), at: NOW - 30 * DAY_MS }],
    ["without a time", { ...seen("u1"), at: "today" }],
    ["without a person", { at: NOW, apps }],
    ["no object", 7],
  ])("%s is not shown", (_what, kept) => {
    localStore.write("last-seen:u1/teacher", JSON.stringify(kept));
    expect(readLastSeen("u1", "teacher", NOW)).toBeNull();
  });

  test("is shown by a device whose clock was put back since", () => {
    keepLastSeen("u1", "teacher", { ...seen("u1"), at: NOW + DAY_MS });
    expect(readLastSeen("u1", "teacher", NOW)?.user).toEqual(user("u1"));
  });

  test("text that is no JSON, and apps that are none, are dropped", () => {
    localStore.write("last-seen:u1/teacher", "{");
    expect(readLastSeen("u1", "teacher", NOW)).toBeNull();
    localStore.write("last-seen:u1/teacher", JSON.stringify({ ...seen("u1"), apps: { apps: 1 } }));
    expect(readLastSeen("u1", "teacher", NOW)?.apps).toBeNull();
  });

  test("goes with the person: others' at the next sign-in, everybody's at sign-out and wipe", () => {
    localStore.write("platform-entry", "{}");
    for (const id of ["u1", "u2"]) keepLastSeen(id, "teacher", seen(id));
    forgetLastSeen("u2");
    expect(
      localStore
        .entries()
        .map(([key]) => key)
        .sort(),
    ).toEqual(["last-seen:u2/teacher", "platform-entry"]);
    forgetLastSeen(null);
    expect(localStore.entries()).toEqual([["platform-entry", "{}"]]);
    keepLastSeen("u1", "teacher", seen("u1"));
    localStore.wipe();
    expect(localStore.entries()).toEqual([]);
  });
});
