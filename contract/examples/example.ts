import type { AnswerOf, Call, CALLS, CallName, InputOf } from "#contract";

/** The description, request and answer that the API page shows of a call besides its schemas. */
export interface Example<C extends Call> {
  /** One or more Chinese sentences: what it is for, what it changes, what it refuses. */
  readonly description: string;
  readonly input: InputOf<C>;
  /** The content of `data`. */
  readonly answer: AnswerOf<C>;
}

/** Examples of these calls; the compiler and a test check every value against its call's schema. */
export type ExamplesOf<Names extends CallName> = {
  readonly [Name in Names]: Example<(typeof CALLS)[Name]>;
};
