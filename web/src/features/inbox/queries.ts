import {
  answerInboxItem,
  type Identity,
  markInboxRead,
  readChildren,
  readInbox,
  readInboxItem,
  readInboxTasks,
} from "#contract";
import { send } from "../../api/client.ts";
import { invalidate, useQuery } from "../../api/query.ts";
import { askInbox, INBOX_KEY, showCounts } from "../../session/inbox.ts";

const QUIET = { quietGeneral: true, quietError: true };

export interface Filter {
  waiting: boolean;
  /** Empty: every child's, and the person's own. */
  child: string;
}

/** The first pages of an inbox, as many as were asked for. */
export function useInbox(identity: Identity | null, { waiting, child }: Filter, pages: number) {
  return useQuery(
    `${INBOX_KEY}list:${identity ?? ""}:${waiting ? "waiting" : ""}:${child}:${pages}`,
    async () => {
      const items = [];
      let next: string | null = null;
      for (let page = 0; page < pages; page += 1) {
        const answer: Awaited<ReturnType<typeof ask>> = await ask(next);
        items.push(...answer.items);
        next = answer.next;
        if (next === null) break;
      }
      return { items, next };
    },
  );
  function ask(after: string | null) {
    const input = {
      ...(waiting && { waiting }),
      ...(child !== "" && { child_id: child }),
      ...(after !== null && { after }),
    };
    return send(readInbox, input, QUIET);
  }
}

export function useTasks(identity: Identity | null) {
  return useQuery(`${INBOX_KEY}tasks:${identity ?? ""}`, () => send(readInboxTasks, {}, QUIET));
}

export function useItem(id: string, identity: Identity | null) {
  return useQuery(`${INBOX_KEY}item:${identity ?? ""}:${id}`, () =>
    send(readInboxItem, { id }, QUIET),
  );
}

/** The children of a parent; nobody's under another identity. */
export function useChildren(identity: Identity | null) {
  return useQuery(`inbox-children:${identity ?? ""}`, async () =>
    identity === "parent" ? send(readChildren, {}, QUIET) : [],
  );
}

/** Marks items as read: one whose reading fails is marked by the next look; without ids all, and the client says where that fails. */
export async function markRead(ids?: string[]): Promise<void> {
  try {
    await showCounts(() => (ids ? send(markInboxRead, { ids }, QUIET) : send(markInboxRead, {})));
    invalidate(INBOX_KEY);
  } catch {
    // as above
  }
}

export async function answer(id: string, choice?: string): Promise<void> {
  await send(answerInboxItem, { id, ...(choice !== undefined && { choice }) }, QUIET);
  invalidate(INBOX_KEY);
  await askInbox();
}
