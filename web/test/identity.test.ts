import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { Identity, School } from "#contract";
import { APPS_RELOAD_DELAY_MS } from "../src/session/switch-identity.ts";
import { BROWSER_TEST_TIMEOUT_MS } from "./browser.ts";
import type { Seen } from "./page-server.ts";
import { openSourcePage, stopClock, type SourcePage } from "./source-page.ts";

vi.setConfig({ testTimeout: BROWSER_TEST_TIMEOUT_MS });

let source: SourcePage;
beforeAll(async () => {
  source = await openSourcePage();
}, 60_000);
afterAll(() => source.close());

const DETAIL = "/dt-platform/v1/user/user/detail";
const EDIT = "/dt-platform/v1/user/user/edit";

const school = (identity: Identity, is_abled: boolean): School => ({
  id: `school-of-${identity}`,
  name: "启明小学",
  logo: null,
  is_abled,
  identity,
});

/** A server that knows one person with these memberships, and answers as under the identity asked for. */
function person(schools: School[]) {
  return ({ path, query }: Seen) => {
    if (path === EDIT) return { data: {} };
    if (query.get("identity") === "all") return { data: { schools } };
    const asked = query.get("identity") ?? schools[0]?.identity ?? null;
    const own = schools.find(({ identity }) => identity === asked) ?? null;
    return {
      data: {
        id: "1",
        name: "林岚",
        identity: asked,
        school: own,
        setting: { theme: asked === "parent" ? "monochrome" : "color", view: "icon" },
      },
    };
  };
}

async function signedInAs(identity: Identity | null): Promise<Page> {
  const page = await source.newPage();
  await page.evaluate(async (now) => {
    const { configureClient } =
      await window.load<typeof import("../src/api/client.ts")>("api/client.ts");
    const { session } =
      await window.load<typeof import("../src/session/session.ts")>("session/session.ts");
    configureClient({
      caller: () => ({ ...session.getState(), apiServer: "", client: "web" }),
      onSessionExpired() {},
      onFailure() {},
      onError() {},
      onAuthorizeNeeded() {},
    });
    session.setState({ token: "tok", identity: now });
  }, identity);
  return page;
}

const checkSchool = (page: Page) =>
  page.evaluate(async () => {
    const module =
      await window.load<typeof import("../src/session/school-check.ts")>("session/school-check.ts");
    return module.checkSchool();
  });

const switchTo = (page: Page, to: Identity) =>
  page.evaluate(async (identity) => {
    const module = await window.load<typeof import("../src/session/switch-identity.ts")>(
      "session/switch-identity.ts",
    );
    await module.switchIdentity(identity);
  }, to);

const state = (page: Page) =>
  page.evaluate(async () => {
    const { session } =
      await window.load<typeof import("../src/session/session.ts")>("session/session.ts");
    const { identity, lastIdentity, schoolState, anySchoolAbled, theme } = session.getState();
    return {
      identity,
      lastIdentity,
      schoolState,
      anySchoolAbled,
      theme,
      classes: [...document.body.classList].toSorted(),
      sheets: Array.from(document.querySelectorAll("link[rel=stylesheet]"), (link) =>
        link.getAttribute("href"),
      ),
    };
  });

beforeEach(() => {
  source.api.seen.length = 0;
});

describe("ID-03: the school check", () => {
  test("passes in an enabled school, and records that one is enabled", async () => {
    source.api.answer = person([school("teacher", true)]);
    const page = await signedInAs("teacher");
    expect(await checkSchool(page)).toBe(true);
    expect(await state(page)).toMatchObject({
      identity: "teacher",
      schoolState: "valid",
      anySchoolAbled: true,
    });
  });

  test("moves a person to the identity of the first enabled school", async () => {
    source.api.answer = person([school("teacher", false), school("parent", true)]);
    const page = await signedInAs("teacher");
    expect(await checkSchool(page)).toBe(true);
    expect(await state(page)).toMatchObject({
      identity: "parent",
      lastIdentity: "teacher",
      schoolState: "valid",
    });
    const edit = source.api.seen.find(({ path }) => path === EDIT);
    expect(Object.fromEntries(new URLSearchParams(edit?.body))).toEqual({
      identity: "parent",
      school_id: "school-of-parent",
    });
  });

  test.each([
    ["a disabled one", [school("teacher", false)]],
    ["none at all", []],
  ])("fails with %s", async (_, schools) => {
    source.api.answer = person(schools);
    const page = await signedInAs(schools[0]?.identity ?? null);
    expect(await checkSchool(page)).toBe(false);
    expect(await state(page)).toMatchObject({ schoolState: "none", anySchoolAbled: false });
  });

  test("an identity that was taken away gives way to the server's", async () => {
    const answer = person([school("teacher", true)]);
    source.api.answer = (call) =>
      call.headers["identity"] === "manager" && call.query.get("identity") === "manager"
        ? { status: 400, body: { code: 40005, data: null, msg: "" } }
        : answer(call);
    const page = await signedInAs("manager");
    expect(await checkSchool(page)).toBe(true);
    expect((await state(page)).identity).toBe("teacher");
  });
});

describe("ID-02, ID-05, ID-06: switching", () => {
  const BOTH = [school("teacher", true), school("parent", true)];

  test("keeps the last identity, tells the server, loads the person, sets theme, classes and sheet", async () => {
    source.api.answer = person(BOTH);
    const page = await signedInAs("teacher");
    await checkSchool(page);
    source.api.seen.length = 0;
    await switchTo(page, "parent");
    expect(
      source.api.seen.map(({ path, query }) => `${path} ${query.get("identity") ?? ""}`),
    ).toEqual([`${EDIT} `, `${DETAIL} parent`]);
    expect(await state(page)).toMatchObject({
      identity: "parent",
      lastIdentity: "teacher",
      theme: "monochrome",
      classes: ["is-parent", "theme-monochrome"],
      sheets: ["/platformEntry/themes/F48F19.css"],
    });
  });

  test("never leaves the page without a loaded sheet", async () => {
    source.api.answer = person(BOTH);
    const page = await signedInAs("teacher");
    await checkSchool(page);
    await page.waitForFunction(() => document.querySelector<HTMLLinkElement>("#role-sheet")?.sheet);
    await page.evaluate(() => {
      const look = () => {
        const sheets = [...document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]")];
        if (!sheets.some(({ sheet }) => sheet !== null)) document.body.dataset["bare"] = "yes";
      };
      new MutationObserver(look).observe(document.head, { childList: true });
    });
    await switchTo(page, "parent");
    await switchTo(page, "teacher");
    expect(await page.evaluate(() => document.body.dataset["bare"])).toBeUndefined();
    expect((await state(page)).sheets).toEqual(["/platformEntry/themes/3284DD.css"]);
  });

  test("does nothing from a disabled school", async () => {
    source.api.answer = person([school("teacher", false)]);
    const page = await signedInAs("teacher");
    await checkSchool(page);
    source.api.seen.length = 0;
    await switchTo(page, "parent");
    expect(source.api.seen).toEqual([]);
  });

  test("of two at once the later one counts, also when the earlier is answered last", async () => {
    const all = [...BOTH, school("manager", true)];
    const answer = person(all);
    let release: () => void = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    source.api.answer = async (call) => {
      if (call.path === DETAIL && call.query.get("identity") === "parent") await held;
      return answer(call);
    };
    const page = await signedInAs("teacher");
    await checkSchool(page);
    const first = switchTo(page, "parent");
    await expect.poll(() => source.api.paths().includes(`POST ${EDIT}`)).toBe(true);
    await switchTo(page, "manager");
    release();
    await first;
    expect(await state(page)).toMatchObject({
      identity: "manager",
      lastIdentity: "teacher",
      classes: ["is-manager", "theme-color"],
      sheets: ["/platformEntry/themes/5D7296.css"],
    });
  });

  test("loads the apps again after 500 ms", async () => {
    source.api.answer = person(BOTH);
    const page = await signedInAs("teacher");
    await checkSchool(page);
    await stopClock(page);
    const loads = (wait: number) =>
      page.clock.runFor(wait).then(() =>
        page.evaluate(async () => {
          const { answerUnder, loadOnce } =
            await window.load<typeof import("../src/api/query.ts")>("api/query.ts");
          await loadOnce("apps:parent", () => {
            const next = Number(document.body.dataset["loads"] ?? 0) + 1;
            document.body.dataset["loads"] = String(next);
            return Promise.resolve(next);
          });
          return answerUnder("apps:parent");
        }),
      );
    await switchTo(page, "parent");
    expect(await loads(0)).toBe(1);
    expect(await loads(APPS_RELOAD_DELAY_MS - 1)).toBe(1);
    expect(await loads(1)).toBe(2);
  });
});
