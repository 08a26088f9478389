import {
  closeFeedback,
  createFeedback,
  markFeedbackRead,
  readFeedback,
  readFeedbackList,
  replyFeedback,
  type FeedbackSide,
  type Identity,
  type InputOf,
} from "#contract";
import { send } from "../../api/client.ts";
import { invalidate, useQuery } from "../../api/query.ts";
import { askUnread } from "../../session/feedback-unread.ts";

const QUIET = { quietGeneral: true, quietError: true };
/** The time-out in ms for sending: the server re-encodes attachments before it answers. */
const SEND_TIMEOUT_MS = 60_000;
const SENDING = { ...QUIET, timeoutMs: SEND_TIMEOUT_MS };
const LIST_KEY = "feedback-list:";
const PAGE_SIZE = 20;

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

export async function create(input: InputOf<typeof createFeedback>): Promise<string> {
  const { id } = await send(createFeedback, input, SENDING);
  invalidate(LIST_KEY);
  return id;
}

export async function reply(input: InputOf<typeof replyFeedback>): Promise<void> {
  await send(replyFeedback, input, SENDING);
  invalidate(LIST_KEY);
}

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
  return `feedback:${identity ?? ""}:${id}`;
}
