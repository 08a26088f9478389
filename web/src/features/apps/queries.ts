import {
  launchApp,
  listApps,
  previewApp,
  readAppChoices,
  readAppEntry,
  saveApp,
  type AnswerOf,
  type AppDraft,
  type Identity,
  type InputOf,
} from "#contract";
import { send } from "../../api/client.ts";
import { invalidate, useQuery } from "../../api/query.ts";
import { APPS_QUERY } from "../../session/switch-identity.ts";

export type Choices = AnswerOf<typeof readAppChoices>;

/** The data that an app's form begins with. */
export interface Loaded {
  draft: AppDraft;
  choices: Choices;
  names: ReadonlyMap<string, string>;
}

const QUIET = { quietGeneral: true, quietError: true };
const SAVE_TIMEOUT_MS = 60_000;
const LIST_KEY = "all-apps:";

export function useAllApps(identity: Identity | null) {
  return useQuery(`${LIST_KEY}${identity ?? ""}`, () => send(listApps, {}, QUIET));
}

export const readEntry = (id: string) => send(readAppEntry, { id }, QUIET);
export const readChoices = (input: InputOf<typeof readAppChoices>) =>
  send(readAppChoices, input, QUIET);
export const preview = (input: InputOf<typeof previewApp>) => send(previewApp, input, QUIET);
export const tryLaunch = (app_id: string) => send(launchApp, { app_id }, QUIET);

export async function save(draft: AppDraft) {
  const saved = await send(saveApp, draft, { ...QUIET, timeoutMs: SAVE_TIMEOUT_MS });
  invalidate(LIST_KEY);
  invalidate(APPS_QUERY);
  return saved;
}
