import { type AppsAnswer, reportAppLogin } from "#contract";
import { send } from "../../api/client.ts";
import { answerUnder, setQuery } from "../../api/query.ts";
import { session } from "../../session/session.ts";
import { APPS_QUERY } from "../../session/user-queries.ts";

const RECENT_SIZE = 10;
const QUIET = { quietGeneral: true, quietError: true } as const;

/** Reports to the server that an app was opened, and updates "recently used" on this page (AP-07, AP-08), and what modules see (ST-02). */
export function noteOpened(appId: string): void {
  // A report that fails never troubles the person.
  send(reportAppLogin, { app_id: appId }, QUIET).catch(() => {});
  const key = `${APPS_QUERY}${session.getState().identity ?? ""}`;
  const answer = answerUnder(key) as AppsAnswer | undefined;
  if (answer === undefined) return;
  const app = answer.apps.find(({ id }) => id === appId);
  if (app !== undefined) window.schoolgateSession?.share({ app });
  setQuery(key, { ...answer, recent_app_ids: withRecent(answer.recent_app_ids, appId) });
}

/** The list of recently used apps after `id` was opened: newest first, each once. */
export function withRecent(ids: readonly string[], id: string): string[] {
  return [id, ...ids.filter((other) => other !== id)].slice(0, RECENT_SIZE);
}
