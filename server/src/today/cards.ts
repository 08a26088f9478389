import type { ChildOfParent } from "../family/api.ts";
import type { MemberCaller } from "../session/caller.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { type Opens, type Today, TODAY_CARDS, TODAY_KINDS, type TodayCard } from "#contract";

/** The person for whom cards are made. */
export interface CardContext {
  app: FastifyInstance;
  caller: MemberCaller;
  request: FastifyRequest;
  now: Date;
  /** Undefined for everybody but parents. */
  child: ChildOfParent | undefined;
}

/** Makes the cards of one kind; none where there is nothing to say. */
export type Source = (context: CardContext) => Promise<TodayCard[]>;

/** Milliseconds within which a source must answer; home waits for the slowest, but not long. */
const ANSWER_WITHIN_MS = 2000;

/**
 * Gathers cards in the order of their kinds, with one lesson at most. A source that fails leaves its cards out; one that is slow does, too, and goes
 * on: what it has kept by then is there the next time.
 */
export async function gather(
  sources: readonly Source[],
  context: CardContext,
  withinMs = ANSWER_WITHIN_MS,
): Promise<Today> {
  const { log } = context.request;
  const found = await Promise.all(
    sources.map((source) => {
      const cards = source(context).catch((error: unknown) => {
        log.warn({ err: error }, "a card of today was left out");
        return undefined;
      });
      return inTime(cards, withinMs);
    }),
  );
  const cards = found.flatMap((some) => some ?? []);
  const lesson = cards.find(({ kind }) => kind === "lesson");
  const shown = cards
    .filter((one) => one.kind !== "lesson" || one === lesson)
    .toSorted((a, b) => TODAY_KINDS.indexOf(a.kind) - TODAY_KINDS.indexOf(b.kind))
    .slice(0, TODAY_CARDS);
  return { cards: shown, is_whole: !found.includes(undefined) };
}

type Found = TodayCard[] | undefined;

/** Returns what comes in time; else undefined. */
function inTime(cards: Promise<Found>, withinMs: number): Promise<Found> {
  const { promise, resolve } = Promise.withResolvers<Found>();
  const clock = setTimeout(() => resolve(undefined), withinMs);
  void cards.then(resolve).finally(() => clearTimeout(clock));
  return promise;
}

/** Returns a card; what is not given is empty. */
export function card(
  given: Pick<TodayCard, "key" | "kind" | "label" | "title"> & Partial<TodayCard>,
): TodayCard {
  return { note: "", lines: [], opens: null, links: [], ...given };
}

/** Joins the parts of a note that say something. The dot between two of them begins no line. */
export function noteOf(...parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join("\u00A0· ");
}

/** Returns a span of the day, 08:00–08:40, which stays in one line. */
export function spanOf(starts: string, ends: string): string {
  return `${starts}–\u2060${ends}`;
}

/** Returns the way to a page of the platform. */
export function page(to: string): Opens {
  return { to, app_id: null, item: null };
}
