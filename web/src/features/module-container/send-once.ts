import type { Call } from "#contract";
import { send, type SendOptions } from "../../api/client.ts";
import { newKey } from "../../ui/attempt.ts";

/** The keys of attempts that are not known to have been done, by what they sent. */
const unanswered = new Map<string, string>();

/** Sends the same input as the same attempt as long as no answer came (docs/decisions/100-one-attempt-one-act.md). */
export async function sendOnce(
  call: Call,
  input: Record<string, unknown>,
  options: SendOptions,
): Promise<unknown> {
  // what proves the person is another each time
  const { password: _password, check: _check, ...made } = input;
  const what = JSON.stringify([call.path, made]);
  const attempt = unanswered.get(what) ?? newKey();
  unanswered.set(what, attempt);
  const answer = await send(call, { ...input, attempt }, options);
  unanswered.delete(what);
  return answer;
}
