import type { Page } from "playwright-core";
import { expect } from "vitest";
import { seriousFaults } from "./axe.ts";
import { newPerson, SCREENS, takePicture, type Screen } from "./browser.ts";
import type { Stage } from "./stage.ts";
import { homeShown, openSignedIn } from "./steps.ts";

/** Opens a place of the administration in a signed-in browser. */
export async function openAdministration(
  { browser, platform }: Pick<Stage, "browser" | "platform">,
  account: string,
  path = "",
  screen: Screen = "classroom",
) {
  const person = await newPerson(browser, screen);
  await openSignedIn(person.page, platform, account);
  await homeShown(person.page);
  await person.page.goto(`${platform.page}#/module/admin${path}`);
  return person;
}

/** Takes pictures of a place in every size, and fails on serious violations of accessibility. */
export async function lookAt(page: Page, name: string): Promise<void> {
  // what is on its way is paler than anybody has to read
  await page.locator('[aria-busy="true"]').first().waitFor({ state: "detached" });
  for (const [size, viewport] of Object.entries(SCREENS)) {
    await page.setViewportSize(viewport);
    await takePicture(page, `admin/${name}-${size}`);
  }
  await page.setViewportSize(SCREENS.classroom);
  // what is looked for anew is pale meanwhile
  await expect.poll(() => seriousFaults(page)).toEqual([]);
}
