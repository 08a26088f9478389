import { beforeEach, describe, expect, test } from "vitest";
import type { ModuleContext, ModulePlace, PlatformModule } from "./platform-module.ts";
import { startModule } from "./stage.ts";

const HOME: ModulePlace = { path: [], params: [] };
const at = (...path: string[]): ModulePlace => ({ path, params: [] });

let received: string[];
let contexts: ModuleContext[];
beforeEach(() => {
  received = [];
  contexts = [];
});

/** A module that records its calls; `parts` replaces some of its functions. */
function noting(parts: Partial<PlatformModule> = {}): PlatformModule {
  return {
    mount: (_element, { place }) => void received.push(`mount /${place.path.join("/")}`),
    update: ({ place }) => void received.push(`update /${place.path.join("/")}`),
    unmount: () => void received.push("unmount"),
    ...parts,
  };
}

function start(module: PlatformModule | Promise<PlatformModule>, first = HOME) {
  return startModule(
    {
      async open() {
        const loaded = await module;
        return {
          module: loaded,
          element: {} as HTMLElement,
          remove: () => void received.push("remove"),
        };
      },
      contextAt(place, _opened, signal, fail) {
        const context = { place, signal, fail } as ModuleContext;
        contexts.push(context);
        return context;
      },
      onReady: () => received.push("ready"),
      onFailure: (error) => received.push(`failed: ${(error as Error).message}`),
      onLateFailure: (error) => received.push(`late: ${(error as Error).message}`),
    },
    first,
  );
}

/** A step that ends when the test says so. */
function held<T = void>() {
  let done: (value: T) => void = () => {};
  const promise = new Promise<T>((resolve) => (done = resolve));
  return { promise, done };
}
/** Long enough for every step that waits for nothing. */
const settle = () => new Promise<void>((resolve) => setTimeout(resolve));
const broken = () => {
  throw new Error("broken");
};

describe("a module's life", () => {
  test("is mounted, updated as the place changes, and unmounted", async () => {
    const stage = start(noting());
    await settle();
    stage.go(at("a"));
    stage.go(at("a"));
    stage.go(at("b"));
    await settle();
    await stage.stop();
    expect(received).toEqual(["mount /", "ready", "update /b", "unmount", "remove"]);
  });

  test("a place that changes while the module is on its way is the one it is mounted at", async () => {
    const loading = held<PlatformModule>();
    const stage = start(loading.promise);
    stage.go(at("a"));
    loading.done(noting());
    await settle();
    await stage.stop();
    expect(received).toEqual(["mount /a", "ready", "unmount", "remove"]);
  });

  test("a module without update is mounted anew", async () => {
    const { mount, unmount } = noting();
    const stage = start({ mount, unmount });
    await settle();
    stage.go(at("a"));
    await settle();
    await stage.stop();
    expect(received).toEqual([
      "mount /",
      "ready",
      "unmount",
      "mount /a",
      "ready",
      "unmount",
      "remove",
    ]);
  });

  test("one that is left before it came is never mounted", async () => {
    const loading = held<PlatformModule>();
    const stage = start(loading.promise);
    await settle();
    const stopped = stage.stop();
    loading.done(noting());
    await stopped;
    expect(received).toEqual(["remove"]);
  });

  test("one that is left while it is being mounted is unmounted afterwards", async () => {
    const mounting = held();
    const stage = start(noting({ mount: () => mounting.promise }));
    await settle();
    const stopped = stage.stop();
    await settle();
    expect(received).toEqual([]);
    mounting.done();
    await stopped;
    expect(received).toEqual(["unmount", "remove"]);
    expect(contexts[0]?.signal.aborted).toBe(true);
  });
});

describe("a module that throws", () => {
  test("cannot be loaded: nothing to unmount", async () => {
    const stage = start(Promise.reject(new Error("broken")));
    await settle();
    stage.go(at("a"));
    await stage.stop();
    expect(received).toEqual(["failed: broken"]);
  });

  test.each([
    ["mount", { mount: broken }, ["failed: broken", "unmount", "remove"]],
    ["update", { update: broken }, ["mount /", "ready", "failed: broken", "unmount", "remove"]],
  ])("in %s is taken down, once", async (_step, parts, expected) => {
    const stage = start(noting(parts));
    await settle();
    stage.go(at("a"));
    await settle();
    stage.go(at("b"));
    await stage.stop();
    expect(received).toEqual(expected);
  });

  test("says so itself, later", async () => {
    const stage = start(noting());
    await settle();
    contexts[0]?.fail(new Error("later"));
    contexts[0]?.fail(new Error("again"));
    await settle();
    expect(received).toEqual(["mount /", "ready", "failed: later", "unmount", "remove"]);
    expect(contexts[0]?.signal.aborted).toBe(true);
    await stage.stop();
  });

  test("in unmount is removed all the same", async () => {
    const stage = start(noting({ unmount: broken }));
    await settle();
    await stage.stop();
    expect(received).toEqual(["mount /", "ready", "late: broken", "remove"]);
  });

  test("after it was left, is heard no more", async () => {
    const stage = start(noting());
    await settle();
    await stage.stop();
    contexts[0]?.fail(new Error("late"));
    await settle();
    expect(received).toEqual(["mount /", "ready", "unmount", "remove"]);
  });
});
