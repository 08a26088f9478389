import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { openAdministration } from "../harness/administration.ts";
import { newPerson } from "../harness/browser.ts";
import { openFor, SharedStage } from "../harness/stage.ts";
import { homeShown, openHome } from "../harness/steps.ts";
import { DEMO_PASSWORD } from "../harness/wire.ts";

const stage = openFor(new SharedStage());

/** Puts an element in place of every text of the page from now on, as a translator does; the words stay what they are. */
async function translate(page: Page): Promise<void> {
  await page.evaluate(() => {
    const keepsOwn = "script,style,template,textarea,svg,font";
    function replaceTexts(root: Node) {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const found: Text[] = root instanceof Text ? [root] : [];
      while (walker.nextNode() !== null) found.push(walker.currentNode as Text);
      for (const text of found) {
        if (!/\S/.test(text.data) || text.parentElement?.closest(keepsOwn) !== null) continue;
        const font = document.createElement("font");
        font.append(document.createElement("font"));
        font.firstElementChild?.append(text.data);
        text.replaceWith(font);
      }
    }
    const observer = new MutationObserver((records) => {
      for (const { addedNodes } of records) addedNodes.forEach(replaceTexts);
    });
    const roots = [...document.querySelectorAll("*")].flatMap(({ shadowRoot }) => shadowRoot ?? []);
    for (const root of [document.body, ...roots]) {
      observer.observe(root, { childList: true, subtree: true });
      replaceTexts(root);
    }
  });
}

test("who reads home in a translator sees what they look for now, and not what it was before", async () => {
  const { context, page, faults } = await openHome(stage, "linlan");
  await translate(page);
  const field = page.getByRole("combobox", { name: "搜索应用和资源" });
  for (const typed of ["分", "分数", "课"]) {
    await field.fill(typed);
    await page.getByRole("listbox").getByText(`搜索资源“${typed}”`, { exact: true }).waitFor();
  }
  await page.getByRole("listbox").locator("font").first().waitFor();
  expect(faults).toEqual([]);
  await context.close();
});

test("who chooses rows in a translator reads how many are chosen", async () => {
  const { context, page, faults } = await openAdministration(stage, "linlan");
  const boxes = page.getByRole("checkbox", { name: /^选择/ });
  await boxes.nth(3).waitFor();
  await translate(page);
  for (const count of [1, 2, 3]) {
    await boxes.nth(count).click();
    await page.getByText(`已选 ${count} 人`).waitFor();
  }
  expect(faults).toEqual([]);
  await context.close();
});

test("what React removes, moves, or inserts beside a text that was replaced or wrapped is where it belongs", async () => {
  const { context, page } = await openHome(stage, "zhaoyifan");
  // the guard comes with what starts in the background
  await page.waitForFunction(() => !/native code/.test(String(Node.prototype.removeChild)));
  const shown = await page.evaluate(async () => {
    const place = document.createElement("div");
    document.body.append(place);
    const texts = ["a", "b", "c", "d", "e"].map((letter) => new Text(letter));
    place.append(...texts);
    await Promise.resolve();
    const [a, b, c, d, e] = texts as [Text, Text, Text, Text, Text];
    for (const text of [a, b, c]) {
      const font = document.createElement("font");
      font.append(text.data.toUpperCase());
      text.replaceWith(font);
    }
    const around = document.createElement("font");
    d.replaceWith(around);
    around.append(d);
    // a turn later, as React is
    await new Promise((resolve) => setTimeout(resolve));
    const seen = [place.textContent];
    place.removeChild(a);
    seen.push(place.textContent);
    place.insertBefore(new Text("1"), b);
    seen.push(place.textContent);
    place.insertBefore(new Text("2"), d);
    place.removeChild(d);
    place.appendChild(c);
    seen.push(place.textContent);
    e.remove();
    place.insertBefore(new Text("3"), e);
    place.removeChild(e);
    seen.push(place.textContent);
    return seen;
  });
  expect(shown).toEqual(["ABCde", "BCde", "1bCde", "1b2ec", "1b2c3"]);
  await context.close();
});

test("what was typed at sign-in stays where somebody else had altered the page before its script came (SE-01)", async () => {
  const { context, page } = await newPerson(stage.browser);
  const { promise: coming, resolve: come } = Promise.withResolvers<void>();
  await page.route("**/assets/*.js", async (route) => {
    await coming;
    await route.continue();
  });
  await page.goto(stage.platform.page, { waitUntil: "commit" });
  await page.getByLabel("账号", { exact: true }).fill("linlan");
  // as a password manager does, which tells of nothing
  await page.getByLabel("密码", { exact: true }).evaluate((field: HTMLInputElement, password) => {
    field.value = password;
    field.after(document.createElement("com-keeper-key"));
  }, DEMO_PASSWORD);
  await page.getByRole("checkbox", { name: /我已阅读并同意/ }).check();
  await translate(page);
  come();
  await page.waitForFunction(() => window.schoolgateBoot?.started === true);
  await page.getByRole("button", { name: "登录", exact: true }).click();
  await homeShown(page);
  await context.close();
});
