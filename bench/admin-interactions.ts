/**
 * Measures each interaction in 人员 among many people to its next paint, on the old PC of first-load (AD-01), and the longest
 * frame meanwhile: at most 100 ms; beside each that a finished copy of the list can do, what it takes there. Arguments: rounds, people, the address of a database filled before.
 */
import type { Page } from "playwright-core";
import { noPostgres } from "../server/test/postgres.ts";
import {
  AT_REST_MS,
  besidePeople,
  finishedPage,
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
  /** The same in a finished copy of the list: what the machine itself takes. */
  finished?: boolean;
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
    finished: true,
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
    finished: true,
    act: async (page) => {
      const boxes = rowBoxes(page);
      const count = await boxes.count();
      for (const nth of [20, 22, 24, 26, 28]) await boxes.nth(Math.min(nth, count - 1)).click();
    },
  },
  { what: "give up the selection", act: (page) => chosen(page).click() },
  {
    what: "select all listed",
    finished: true,
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

/** Has a finished list mark what is chosen; `repeat` makes it as many times as long. */
const MARKS_CHOSEN = `(() => {
  const body = document.querySelector("tbody"), rows = [...body.rows];
  window.repeat = (times) => {
    body.replaceChildren(...rows);
    for (let nth = 1; nth < times; nth += 1) rows.forEach((row) => body.append(row.cloneNode(true)));
  };
  addEventListener("change", ({ target }) => {
    const all = target.closest("thead") ? [...body.querySelectorAll("input")] : [target];
    for (const box of all) {
      box.checked = target.checked;
      box.closest("tr").style.background = target.checked ? "#e8f0fe" : "";
    }
  });
})()`;
/** As long as what is scrolled through. */
const TIMES_AS_LONG = 10;

if (noPostgres()) process.exit(0);
await besidePeople({ rounds: ROUNDS, people: PEOPLE, filled: process.argv[4] }, interactions);

interface Measured {
  worst: number[];
  all: number[];
  gap: number[];
}

async function interactions({ address, administrator }: Site): Promise<void> {
  const [found, limits] = [new Map<string, Measured>(), new Map<string, Measured>()];
  for (let round = 0; round < ROUNDS; round += 1) {
    const { context, page } = await administrator();
    await page.addInitScript(PROBE);
    await page.goto(`${address}${PEOPLE_PLACE}`);
    await seenRow(page);
    const finished = await finishedPage(page);
    const line = await page.context().newCDPSession(page);
    await line.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
    for (const act of ACTS) await measure(page, act, found);
    await page.goto("about:blank");
    await page.setContent(finished);
    await page.evaluate(MARKS_CHOSEN);
    for (const act of ACTS.filter((one) => one.finished)) {
      await page.evaluate(`repeat(${act.what.startsWith("scroll") ? TIMES_AS_LONG : 1})`);
      await measure(page, act, limits);
    }
    await context.close();
  }
  console.log("interaction to next paint   events  median ms  worst ms  longest frame ms");
  for (const { what } of ACTS) {
    for (const [measured, name] of [
      [found.get(what), what],
      [limits.get(what), "  the same, finished"],
    ] as const) {
      if (measured === undefined) continue;
      const { all, worst, gap } = measured;
      const isOver = Math.max(median(worst), median(gap)) > INTERACTION_LIMIT_MS;
      const note = measured === found.get(what) && isOver ? "  NOT KEPT" : "";
      console.log(
        `${name.padEnd(28)}${String(all.length).padStart(6)}${ms(all.length === 0 ? 0 : median(all))}${ms(median(worst))}${ms(median(gap))}${note}`,
      );
    }
  }
  console.log(`limit of an interaction ${INTERACTION_LIMIT_MS} ms`);
}

async function measure(page: Page, { what, before, act }: Act, found: Map<string, Measured>) {
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
