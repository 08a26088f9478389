import type { AnswerOf, Call, InputOf } from "#contract";
import type { ModuleContext } from "../../../web/src/features/module-container/platform-module.ts";

type Send = ModuleContext["send"];

/** The time in ms after which an answer may have been overtaken. */
const LIFETIME_MS = 10_000;

const asked = new Map<string, { answer: Promise<unknown>; at: number }>();

const keyOf = ({ path }: Call, input: object) => path + JSON.stringify(input);

/** Makes a call whose answer a screen will want, before the screen is there. */
export function askEarly<C extends Call>(send: Send, call: C, input: InputOf<C>): void {
  const answer = send(call, input);
  // whoever takes it deals with it
  answer.catch(() => {});
  asked.set(keyOf(call, input), { answer, at: Date.now() });
}

/** Makes a call, or takes the answer to the same one that was made early; each is taken once. */
export function sendOrTake<C extends Call>(
  send: Send,
  call: C,
  input: InputOf<C>,
): Promise<AnswerOf<C>> {
  const key = keyOf(call, input);
  const early = asked.get(key);
  asked.delete(key);
  if (early === undefined || Date.now() - early.at > LIFETIME_MS) return send(call, input);
  return early.answer as Promise<AnswerOf<C>>;
}
