import {
  closeFeedback,
  createFeedback,
  markFeedbackRead,
  readFeedback,
  readFeedbackList,
  replyFeedback,
  type AnswerOf,
  type Call,
  type FeedbackSide,
  type Identity,
  type InputOf,
} from "#contract";
import { send } from "../../api/client.ts";
import { invalidate, useQuery } from "../../api/query.ts";
import { readJson, tabStore, writeJson } from "../../platform/storage.ts";
import { askUnread } from "../../session/feedback-unread.ts";
import { type Attempt, attemptAt } from "../../ui/attempt.ts";

const QUIET = { quietGeneral: true, quietError: true };
/** The time-out in ms for sending: the server re-encodes attachments before it answers. */
const SEND_TIMEOUT_MS = 60_000;
const SENDING = { ...QUIET, timeoutMs: SEND_TIMEOUT_MS };
/** Answers about feedback in the query cache begin with this. */
const KEY = "feedback";
const LIST_KEY = `${KEY}-list:`;
const PAGE_SIZE = 20;

/** Forgets what was read before, for a page that opens: the other side may have written meanwhile. */
export function readAnew(): void {
  invalidate(KEY);
}

/** The first pages of a side's feedback, as many as were asked for. */
export function useFeedbackList(side: FeedbackSide, identity: Identity | null, pages: number) {
  return useQuery(`${LIST_KEY}${identity ?? ""}:${side}:${pages}`, async () => {
    const asked = Array.from({ length: pages }, (_, index) =>
      send(readFeedbackList, { side, page: index + 1, page_size: PAGE_SIZE }, QUIET),
    );
    const answers = await Promise.all(asked);
    const items = new Map(answers.flatMap((answer) => answer.items).map((item) => [item.id, item]));
    return { total: answers[0]?.total ?? 0, items: [...items.values()] };
  });
}

export function useFeedback(id: string, identity: Identity | null) {
  return useQuery(threadKey(id, identity), () => send(readFeedback, { id }, QUIET));
}

export async function create(
  draftKey: string,
  input: InputOf<typeof createFeedback>,
): Promise<string> {
  const { id } = await sendOnce(draftKey, createFeedback, input);
  invalidate(LIST_KEY);
  return id;
}

export async function reply(draftKey: string, input: InputOf<typeof replyFeedback>): Promise<void> {
  await sendOnce(draftKey, replyFeedback, input);
  invalidate(LIST_KEY);
}

/** Sends what a form holds, as the same attempt as long as no answer came; it is kept in the tab, as the form's draft is. */
async function sendOnce<C extends Call>(
  draftKey: string,
  call: C,
  input: InputOf<C>,
): Promise<AnswerOf<C>> {
  const key = attemptKey(draftKey);
  const attempt = attemptAt(input, readJson(tabStore, key) as Attempt | null);
  writeJson(tabStore, key, attempt);
  const answer = await send(call, { ...input, attempt: attempt.key }, SENDING);
  tabStore.remove(key);
  return answer;
}

/** Has what is written next count as another attempt, also where it says the same. */
export function forgetAttempt(draftKey: string): void {
  tabStore.remove(attemptKey(draftKey));
}

const attemptKey = (draftKey: string) => `${draftKey}:attempt`;

export async function close(id: string): Promise<void> {
  await send(closeFeedback, { id }, QUIET);
  invalidate(LIST_KEY);
}

/** Marks everything up to `seq` as read; the dots follow. A failure is ignored: the next look marks again. */
export async function markRead(id: string, seq: number): Promise<void> {
  try {
    await send(markFeedbackRead, { id, seq }, QUIET);
    invalidate(LIST_KEY);
    await askUnread();
  } catch {
    // as above
  }
}

function threadKey(id: string, identity: Identity | null): string {
  return `${KEY}:${identity ?? ""}:${id}`;
}
