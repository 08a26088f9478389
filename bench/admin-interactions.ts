/**
 * Measures each interaction in 人员 among many people to its next paint, on the old PC of first-load (AD-01), and the longest
 * frame meanwhile: at most 100 ms. Arguments: rounds, people, the address of a database filled before.
 */
import type { Page } from "playwright-core";
import { noPostgres } from "../server/test/postgres.ts";
import {
  AT_REST_MS,
  besidePeople,
  median,
  ms,
  PEOPLE_PLACE,
  PROBE,
  seenRow,
  type Site,
} from "./people-page.ts";
import { CPU_SLOWDOWN } from "./slow-line.ts";

const ROUNDS = Number(process.argv[2] ?? 5);
const PEOPLE = Number(process.argv[3] ?? 200_000);
const INTERACTION_LIMIT_MS = 100;

interface Act {
  what: string;
  /** Prepares the list, unmeasured. */
  before?: (page: Page) => Promise<void>;
  act: (page: Page) => Promise<void>;
}

const wheel = async (page: Page, times: number, by: number) => {
  await page.mouse.move(700, 500);
  for (let nth = 0; nth < times; nth += 1) {
    await page.mouse.wheel(0, by);
    await page.waitForTimeout(30);
  }
};
const sortBy = (name: string) => (page: Page) =>
  page.getByRole("columnheader", { name }).getByRole("button").click();
const rowBoxes = (page: Page) => page.getByRole("table", { name: "人员" }).getByRole("checkbox");
const chosen = (page: Page) => page.getByRole("button", { name: "取消选择" });

const ACTS: readonly Act[] = [
  {
    what: "scroll, first rows",
    act: (page) => wheel(page, 40, 300),
  },
  {
    what: "scroll, 4,000 rows deep",
    before: async (page) => {
      for (let rows = 0; rows < 4000;) {
        await page.evaluate("scrollTo(0, document.documentElement.scrollHeight)");
        await page.waitForTimeout(60);
        rows = await page.evaluate("document.documentElement.scrollHeight / 52");
      }
    },
    act: (page) => wheel(page, 40, -700),
  },
  {
    what: "select one",
    act: async (page) => {
      const boxes = rowBoxes(page);
      const count = await boxes.count();
      for (const nth of [20, 22, 24, 26, 28]) await boxes.nth(Math.min(nth, count - 1)).click();
    },
  },
  { what: "give up the selection", act: (page) => chosen(page).click() },
  {
    what: "select all listed",
    before: async (page) => {
      await page.evaluate("scrollTo(0, 0)");
    },
    act: (page) => rowBoxes(page).first().click(),
  },
  { what: "give up all", act: (page) => chosen(page).click() },
  {
    what: "sort",
    act: async (page) => {
      await sortBy("账号")(page);
      await page.waitForTimeout(AT_REST_MS);
      await sortBy("姓名")(page);
    },
  },
  {
    what: "type a search",
    act: async (page) => {
      const field = page.getByRole("searchbox", { name: "查找人员" });
      await field.click();
      await field.pressSequentially("wang m", { delay: 200 });
    },
  },
  {
    what: "clear it",
    act: async (page) => {
      for (let nth = 0; nth < 6; nth += 1) await page.keyboard.press("Backspace", { delay: 120 });
    },
  },
];

if (noPostgres()) process.exit(0);
await besidePeople({ rounds: ROUNDS, people: PEOPLE, filled: process.argv[4] }, interactions);

async function interactions({ address, administrator }: Site): Promise<void> {
  const found = new Map<string, { worst: number[]; all: number[]; gap: number[] }>();
  for (let round = 0; round < ROUNDS; round += 1) {
    const { context, page } = await administrator();
    await page.addInitScript(PROBE);
    await page.goto(`${address}${PEOPLE_PLACE}`);
    await seenRow(page);
    const line = await page.context().newCDPSession(page);
    await line.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
    for (const { what, before, act } of ACTS) {
      await before?.(page);
      await page.waitForTimeout(AT_REST_MS);
      await page.evaluate("window.__events = []; window.__gap = 0");
      await act(page);
      await page.waitForTimeout(AT_REST_MS);
      const { events, gap } = (await page.evaluate("({ events: __events, gap: __gap })")) as {
        events: [number, number][];
        gap: number;
      };
      const longest = new Map<number, number>();
      for (const [id, time] of events) longest.set(id, Math.max(time, longest.get(id) ?? 0));
      const all = [...longest.values()];
      const one = found.get(what) ?? { worst: [], all: [], gap: [] };
      found.set(what, one);
      one.worst.push(Math.max(0, ...all));
      one.all.push(...all);
      one.gap.push(gap);
    }
    await context.close();
  }
  console.log("interaction to next paint   events  median ms  worst ms  longest frame ms");
  for (const [what, { worst, all, gap }] of found) {
    const isOver = Math.max(median(worst), median(gap)) > INTERACTION_LIMIT_MS;
    console.log(
      `${what.padEnd(28)}${String(all.length).padStart(6)}${ms(all.length === 0 ? 0 : median(all))}${ms(median(worst))}${ms(median(gap))}${isOver ? "  NOT KEPT" : ""}`,
    );
  }
  console.log(`limit of an interaction ${INTERACTION_LIMIT_MS} ms`);
}
