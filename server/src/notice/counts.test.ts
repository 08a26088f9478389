import { afterAll, beforeAll, expect, test } from "vitest";
import {
  answerInboxItem,
  changeNotice,
  markInboxRead,
  readSentNotices,
  takeBackNotice,
} from "#contract";
import { send } from "../../test/send.ts";
import { readStaleNames } from "../people/api.ts";
import { audience, figures, NoticeTestApp } from "./notice.fixture.ts";

let on: NoticeTestApp;
beforeAll(async () => {
  on = await NoticeTestApp.open();
});
afterAll(() => on.at.close());

/** A notice as the model knows it: what happened, in order, and nothing that was summed up. */
interface Kept {
  id: string;
  guardians: "any" | "every";
  /** Guardian and child of every copy at the moment of sending; no guardian: a child that nobody stands for. */
  copies: { guardian: string | null; child: string }[];
  events: (
    | { what: "answer"; guardian: string; child: string; choice: string }
    | { what: "read"; guardian: string }
    | { what: "ask-again" | "change" }
  )[];
  version: number;
  isTakenBack: boolean;
}

const CHILDREN = ["elder", "younger", "apart", "alone", "fourth"];
const CHOICES = ["参加", "不参加"];
/** The families: who is a guardian of whom, changed as people part and come together. */
const family = new Map<string, Set<string>>([
  ["elder", new Set(["mother", "father"])],
  ["younger", new Set(["mother"])],
  ["apart", new Set(["ma", "ba"])],
  ["alone", new Set<string>()],
  ["fourth", new Set(["gran", "both"])],
]);
const classOf = new Map([
  ...([
    ["elder", "31"],
    ["younger", "32"],
    ["apart", "31"],
    ["alone", "31"],
    ["fourth", "41"],
  ] as const),
] as [string, string][]);

function copiesOf(classes: readonly string[]): Kept["copies"] {
  return CHILDREN.filter((child) => classes.includes(classOf.get(child) ?? "")).flatMap(
    (child): Kept["copies"] => {
      const guardians = [...(family.get(child) ?? [])];
      if (guardians.length === 0) return [{ guardian: null, child }];
      return guardians.map((guardian) => ({ guardian, child }));
    },
  );
}

/** Answers that count: those since the last time that everybody was asked. */
function countingAnswers({ events }: Kept) {
  const asked = events.findLastIndex(({ what }) => what === "ask-again");
  return events.slice(asked + 1).filter((event) => event.what === "answer");
}

function figuresOf(kept: Kept) {
  const answers = countingAnswers(kept);
  const children = [...new Set(kept.copies.map(({ child }) => child))];
  const isDone = (child: string) => {
    const of = answers.filter((answer) => answer.child === child);
    if (of.length === 0) return false;
    if (kept.guardians === "any") return true;
    // whoever is still a guardian must have answered
    return kept.copies
      .filter((copy) => copy.child === child && copy.guardian !== null)
      .filter(({ guardian }) => family.get(child)?.has(guardian ?? "") === true)
      .every(({ guardian }) => of.some((answer) => answer.guardian === guardian));
  };
  const readers = kept.events.flatMap((event) => ("guardian" in event ? [event.guardian] : []));
  const done = children.filter(isDone);
  return {
    figures: {
      people: new Set(kept.copies.flatMap(({ guardian }) => guardian ?? [])).size,
      read: new Set(readers).size,
      expected: children.length,
      confirmed: done.length,
    },
    undone: children.filter((child) => !isDone(child)),
    answers: CHOICES.map((choice) => ({
      choice,
      count: done.filter((child) => choiceOf(kept, child) === choice).length,
    })),
    differing: done.filter((child) => choiceOf(kept, child) === "differs").length,
  };
}

function choiceOf(kept: Kept, child: string): string {
  const latest = new Map<string, string>();
  for (const answer of countingAnswers(kept)) {
    if (answer.child !== child) continue;
    latest.delete(answer.guardian);
    latest.set(answer.guardian, answer.choice);
  }
  const last = [...latest.values()].at(-1) ?? "";
  if (kept.guardians === "any") return last;
  const still = [...latest].filter(([guardian]) => family.get(child)?.has(guardian) === true);
  const given = new Set(still.map(([, choice]) => choice));
  return given.size > 1 ? "differs" : last;
}

/** A generator of numbers below a bound, the same for the same seed. */
function random(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

async function sendTo(classes: string[], guardians: "any" | "every"): Promise<Kept> {
  const { data } = await on.send("manager", {
    ...{ confirm: "choice", choices: CHOICES, guardians, title: guardians },
    audience: audience({ class_ids: classes }),
  });
  const copies = copiesOf(classes);
  return { id: data.notice_id, guardians, copies, events: [], version: 1, isTakenBack: false };
}

async function itemsOf(kept: Kept, guardian: string) {
  const rows = await on.at.db
    .selectFrom("notice_recipient")
    .select("id")
    .where("notice_id", "=", kept.id)
    .execute();
  const ids = new Set(rows.map(({ id }) => id));
  return (await on.inbox(guardian, "parent")).filter(({ id }) => ids.has(id));
}

async function answer(kept: Kept, guardian: string, child: string, choice: string) {
  const item = (await itemsOf(kept, guardian)).find((one) => one.child?.id === child);
  const may = family.get(child)?.has(guardian) === true && item !== undefined;
  // who is no guardian of the child any more has no such item
  expect(item !== undefined).toBe(
    family.get(child)?.has(guardian) === true &&
      kept.copies.some((copy) => copy.child === child && copy.guardian === guardian),
  );
  if (!may || kept.isTakenBack) return;
  const as = await on.as(guardian, "parent");
  const { body } = await send(on.at.app, answerInboxItem, { id: item.id, choice }, as);
  expect(body.code).toBe(200);
  kept.events.push({ what: "answer", guardian, child, choice });
}

test.each([7, 20_261_123])(
  "counts agree with a model: parents apart, siblings, moves, changes and taking back (seed %i)",
  async (seed) => {
    const below = random(seed);
    const one = <T>(of: readonly T[]): T => of[below(of.length)] as T;
    const notices = [await sendTo(["31", "32"], "any"), await sendTo(["31", "32", "41"], "every")];
    const adults = ["mother", "father", "ma", "ba", "gran", "both"];
    const manager = await on.as("manager");
    for (let step = 0; step < 45; step += 1) {
      on.clock += 1000;
      const kept = one(notices);
      const act = below(20);
      if (act < 11) {
        const copy = one(kept.copies.filter(({ guardian }) => guardian !== null));
        await answer(kept, copy.guardian ?? "", copy.child, one(CHOICES));
      } else if (act < 13) {
        const guardian = one(adults);
        const ids = (await itemsOf(kept, guardian)).map(({ id }) => id);
        if (ids.length > 0 && !kept.isTakenBack) {
          await send(on.at.app, markInboxRead, { ids }, await on.as(guardian, "parent"));
          kept.events.push({ what: "read", guardian });
        }
      } else if (act < 16) {
        // parents part, or a guardian comes back
        const [child, guardian] = [one(CHILDREN), one(adults)];
        const of = family.get(child) ?? new Set();
        const pair = { child_id: child, user_id: guardian };
        if (of.delete(guardian)) {
          await on.at.db
            .deleteFrom("guardian")
            .where("child_id", "=", child)
            .where("user_id", "=", guardian)
            .execute();
        } else {
          of.add(guardian);
          await on.at.db
            .insertInto("guardian")
            .values({ ...pair, source: null })
            .execute();
        }
      } else if (act < 18) {
        const [child, to] = [one(CHILDREN), one(["31", "32", "41"])];
        classOf.set(child, to);
        await on.at.db
          .updateTable("class_student")
          .set({ class_id: to })
          .where("user_id", "=", child)
          .execute();
      } else if (act < 19 && !kept.isTakenBack) {
        const ask_again = below(2) === 0;
        const { id: notice_id, version } = kept;
        const input = { notice_id, version, title: "改", text: `第 ${step} 次`, ask_again };
        expect((await send(on.at.app, changeNotice, input, manager)).body.code).toBe(200);
        kept.version += 1;
        kept.events.push({ what: ask_again ? "ask-again" : "change" });
      } else if (step > 30) {
        await send(on.at.app, takeBackNotice, { notice_id: kept.id }, manager);
        kept.isTakenBack = true;
      } else notices.push(await sendTo(["32", "41"], one(["any", "every"] as const)));
      if (step % 5 !== 4) continue;
      const list = (await send(on.at.app, readSentNotices, {}, manager)).body.data.notices;
      for (const each of notices) {
        const model = figuresOf(each);
        const whole = await on.notice("manager", each.id);
        expect(figures(whole)).toEqual(model.figures);
        expect([whole.answers, whole.differing]).toEqual([model.answers, model.differing]);
        const listed = list.find(({ id }) => id === each.id);
        if (listed !== undefined) expect(figures(listed)).toEqual(model.figures);
        const undone = (await on.undone("manager", each.id)).map(
          (line) => line.split(":")[0] ?? "",
        );
        expect(undone.toSorted()).toEqual(model.undone.toSorted());
      }
    }
    expect(notices.some(({ events }) => events.some(({ what }) => what === "answer"))).toBe(true);
  },
);

test("who has not confirmed stands by class, and there in the order of the pinyin of names", async () => {
  const names = { elder: "张一", apart: "曾一", alone: "安一" };
  // whatever moves the tests before this one have made
  await on.at.db
    .updateTable("class_student")
    .set({ class_id: "31" })
    .where("user_id", "in", Object.keys(names))
    .execute();
  for (const [id, name] of Object.entries(names)) {
    await on.at.db.updateTable("user").set({ name }).where("id", "=", id).execute();
  }
  await readStaleNames(on.at.db);
  const { data } = await on.send("manager", {});
  const undone = (await on.undone("manager", data.notice_id)).map(
    (line) => line.split(":")[0] ?? "",
  );
  expect(undone.filter((id) => id in names)).toEqual(["alone", "apart", "elder"]);
});
