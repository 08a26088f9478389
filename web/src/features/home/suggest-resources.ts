import { MAX_KEYWORD_LENGTH, searchContent, type SearchItem } from "#contract";
import { send } from "../../api/client.ts";

const SUGGESTIONS = 3;
const QUIET = { quietGeneral: true, quietError: true } as const;

/** The few resources that answer a word best. */
export async function suggestResources(
  keyword: string,
  signal: AbortSignal,
): Promise<readonly SearchItem[]> {
  const input = { keyword: keyword.slice(0, MAX_KEYWORD_LENGTH), page_size: SUGGESTIONS };
  return (await send(searchContent, input, { ...QUIET, signal })).items;
}
