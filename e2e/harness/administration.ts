import type { Page } from "playwright-core";
import { expect } from "vitest";
import { looksRight } from "./axe.ts";
import { newPerson, type Screen } from "./browser.ts";
import type { Stage } from "./stage.ts";
import { openSignedIn } from "./steps.ts";
import { call, signIn } from "./wire.ts";

/** Opens a place of the administration in a signed-in browser. */
export async function openAdministration(
  { browser, platform }: Pick<Stage, "browser" | "platform">,
  account: string,
  path = "",
  screen: Screen = "classroom",
) {
  const person = await newPerson(browser, screen);
  await openSignedIn(person.page, platform, account, `#/module/admin${path}`);
  return person;
}

/** Takes pictures of a place in every size, and fails on serious violations of accessibility. */
export async function lookAt(page: Page, name: string): Promise<void> {
  // what is on its way is paler than anybody has to read
  await page.locator('[aria-busy="true"]').first().waitFor({ state: "detached" });
  await looksRight(page, `admin/${name}`);
}

/** Chooses an entry of the field with this label. */
export async function chooseIn(page: Page, label: string, option: string | RegExp): Promise<void> {
  await page.getByRole("combobox", { name: label, exact: true }).click();
  await page.getByRole("option", { name: option, exact: true }).click();
}

/** Keeps the calendar's script back until the returned function is called. */
export async function holdCalendar(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(/themed-date/, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/** Opens a change's panel by its button, fills it in, steps through to its last button, and closes it. */
export async function makeChange(
  page: Page,
  button: string,
  act: RegExp,
  fill?: () => Promise<void>,
): Promise<void> {
  await page.getByRole("button", { name: button, exact: true }).click();
  const panel = page.getByRole("dialog");
  if (fill !== undefined) {
    await fill();
    await panel.getByRole("button", { name: "下一步" }).click();
  }
  await panel.getByRole("button", { name: act }).click();
  await panel.getByText("已应用").first().waitFor();
  await panel.getByRole("button", { name: "关闭" }).click();
  await panel.waitFor({ state: "detached" });
}

/** Makes a change as an administrator does elsewhere, and waits until its job has applied it. */
export async function changeByWire(
  origin: string,
  account: string,
  change: Record<string, unknown>,
): Promise<void> {
  const as = { token: await signIn(origin, account), headers: { identity: "admin" } };
  const planned = (await call(origin, "planChange", { change }, as)).body.data;
  const applied = await call(origin, "applyChange", { change_id: planned.id }, as);
  expect(applied.body.code).toBe(200);
  const state = async () =>
    (await call(origin, "readChange", { change_id: planned.id }, as)).body.data.state;
  await expect.poll(state).toBe("applied");
}
