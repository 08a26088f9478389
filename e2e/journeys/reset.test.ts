import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { newPerson } from "../harness/browser.ts";
import { openFor, SharedStage } from "../harness/stage.ts";
import { homeShown, openWithSession } from "../harness/steps.ts";
import { call, signInByWire } from "../harness/wire.ts";

const stage = openFor(new SharedStage());
/** The most actions that may lie between home and a pupil's temporary password. */
const ACTIONS = 4;

/** Opens home as the head-teacher of 三年级（2）班; counts what the person does there. */
async function atHome() {
  const { origin, page: address } = stage.platform;
  const login = await signInByWire(origin, "linlan");
  await call(origin, "editUser", { identity: "teacher" }, { token: login.token });
  const person = await newPerson(stage.browser);
  await openWithSession(person.page, address, login);
  await homeShown(person.page);
  let actions = 0;
  const press = async (what: Locator) => {
    actions += 1;
    await what.click();
  };
  const type = async (where: Locator, words: string) => {
    actions += 1;
    await where.fill(words);
  };
  return { ...person, login, press, type, count: () => actions };
}

/** The row of a pupil whom no other file signs in. */
const row = (page: Page) => page.getByRole("button", { name: "重置密码：陈芷若" });
const confirm = (page: Page) => page.getByRole("button", { name: "确认重置" });

describe("a head-teacher gives a pupil another password, in few actions from home", () => {
  test.each([
    [
      "by the card of the class",
      async ({ page, press }: Awaited<ReturnType<typeof atHome>>) => {
        const band = page.getByRole("region", { name: "今天", exact: true });
        await press(band.getByRole("link", { name: "重置密码" }));
      },
    ],
    [
      "by search",
      async ({ page, press, type }: Awaited<ReturnType<typeof atHome>>) => {
        await type(page.getByRole("combobox", { name: "搜索应用和资源" }), "重置密码");
        await press(page.getByRole("option", { name: "重置学生密码" }));
      },
    ],
  ])("%s", async (_way, leadThere) => {
    const person = await atHome();
    const { context, page, faults, login, press, count } = person;
    await leadThere(person);
    await press(row(page));
    await press(confirm(page));
    await page.getByText(/请把临时密码告诉/).waitFor();
    expect(count()).toBeLessThanOrEqual(ACTIONS);
    expect(faults).toEqual([]);
    await context.close();
    // the person keeps an identity: the next ones are as they were
    await call(stage.platform.origin, "editUser", { identity: "manager" }, { token: login.token });
  });
});
