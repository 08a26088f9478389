import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { App, User } from "#contract";
import { session } from "./session.ts";
import { SHARED_DATA_CHANGE, SharedSession } from "./shared-data.ts";

const LIN: User = { id: "u1", name: "林岚", identity: "teacher" };
const APP = { id: "homework", name: "作业" } as App;
const FRESH = session.getState();
let shared: SharedSession;
let received: string[][];
let stop: () => void;

beforeEach(() => {
  shared = new SharedSession();
  received = [];
  shared.addEventListener(SHARED_DATA_CHANGE, (event) => {
    received.push((event as CustomEvent<{ changed: string[] }>).detail.changed);
  });
  stop = session.subscribe(() => shared.follow());
});
afterEach(() => {
  stop();
  session.setState(FRESH, true);
});

describe("shared session data (ST-02)", () => {
  test("is nobody's before sign-in", () => {
    const { user, userId, identity, app, tagRelations } = shared;
    expect([user, userId, identity, app, tagRelations]).toEqual([null, null, null, null, null]);
  });

  test("tells of each update, and of what changed", () => {
    session.setState({ user: LIN, identity: "teacher" });
    expect(shared.user).toEqual(LIN);
    expect([shared.userId, shared.identity]).toEqual(["u1", "teacher"]);
    shared.share({ app: APP });
    shared.share({ tagRelations: { stages: [], subjects: [], types: [] } });
    session.setState({ user: { ...LIN, name: "林小岚" } });
    expect(received).toEqual([["user", "userId", "identity"], ["app"], ["tagRelations"], ["user"]]);
  });

  test("is silent when nothing of it changed", () => {
    session.setState({ user: LIN, identity: "teacher" });
    received.length = 0;
    session.setState({ theme: "monochrome" });
    shared.share({ app: null });
    expect(received).toEqual([]);
  });

  test("names the child that a parent sees, and no other child (HO-01)", () => {
    const child = { id: "c1", name: "林小满", avatar: null, school: null, classes: [] };
    session.setState({ user: { ...LIN, children: [child] }, identity: "teacher" });
    expect(shared.childId).toBeNull();
    session.setState({ identity: "parent" });
    expect(shared.childId).toBe("c1");
  });

  test("another identity has opened no app; nobody has nothing", () => {
    session.setState({ user: LIN, identity: "teacher" });
    shared.share({ app: APP, tagRelations: { stages: [], subjects: [], types: [] } });
    session.setState({ identity: "manager" });
    expect([shared.app, shared.tagRelations]).toEqual([
      null,
      { stages: [], subjects: [], types: [] },
    ]);
    session.setState(FRESH, true);
    expect([shared.user, shared.userId, shared.tagRelations]).toEqual([null, null, null]);
  });

  test("a reader cannot change the platform's person", () => {
    session.setState({ user: LIN, identity: "teacher" });
    expect(() => Object.assign(shared.user ?? {}, { name: "x" })).toThrow(TypeError);
    expect(session.getState().user?.name).toBe("林岚");
  });

  test("holds no token", () => {
    session.setState({ token: "secret-token", user: LIN });
    expect(JSON.stringify({ ...shared, user: shared.user, app: shared.app })).not.toContain(
      "secret",
    );
    expect(Object.values(Object.getOwnPropertyDescriptors(shared))).toEqual([]);
  });
});
