import type { Page } from "playwright-core";
import { DEMO_PASSWORD } from "../harness/wire.ts";

const WITHIN_MS = 20_000;

/** Reads and operates a page by plain scripts in it, in browsers too old for Playwright's locators. */
export class PageDriver {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** Waits until the page shows the words. */
  async see(words: string): Promise<void> {
    await this.page.waitForFunction((wanted) => document.body.innerText.includes(wanted), words, {
      timeout: WITHIN_MS,
    });
  }

  /** Clicks the first visible control whose name or words begin with these. */
  async press(words: string): Promise<void> {
    const pressed = await this.page.waitForFunction(
      (wanted) => {
        const controls = document.querySelectorAll<HTMLElement>(
          "button,a,[role=option],[role=menuitem],[role=tab]",
        );
        const found = Array.from(controls).find((one) => {
          const name = one.getAttribute("aria-label") ?? one.innerText;
          return name.trim().startsWith(wanted) && one.getClientRects().length > 0;
        });
        found?.click();
        return found !== undefined;
      },
      words,
      { timeout: WITHIN_MS },
    );
    await pressed.dispose();
  }

  /** Types into the field as a person does, letter after letter. */
  async fill(selector: string, words: string): Promise<void> {
    await this.page.waitForFunction((wanted) => document.querySelector(wanted) !== null, selector);
    await this.page.evaluate(
      (wanted) => document.querySelector<HTMLElement>(wanted)?.focus(),
      selector,
    );
    await this.page.keyboard.insertText(words);
  }

  async signIn(address: string, account: string): Promise<void> {
    await this.page.goto(address);
    await this.page.waitForFunction(() => window.schoolgateBoot?.started === true);
    await this.fill("input[autocomplete=username]", account);
    await this.fill("input[type=password]", DEMO_PASSWORD);
    await this.page.evaluate(() => {
      const boxes = Array.from(document.querySelectorAll("label"));
      boxes.find((box) => box.innerText.includes("我已阅读"))?.click();
    });
    await this.press("登录");
    await this.see("快捷应用");
  }
}

declare global {
  interface Window {
    schoolgateBoot?: { started: boolean };
  }
}
