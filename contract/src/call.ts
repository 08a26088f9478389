import { type Static, Type, type TObject, type TSchema } from "typebox";
import type { Permission } from "./permission.ts";
import type { Right } from "./right.ts";
import type { Identity } from "./role.ts";
import { Attempt } from "./schema.ts";

/**
 * The callers that a call admits. There is no default: a call that does not say so does not compile.
 *
 * - `anyone`: no session is needed, and none is read.
 * - `self`: a signed-in person, about that person. The identity named may be in a disabled membership, or absent:
 *   someone without a school must still see why, switch and sign out.
 * - `member`: a signed-in person acting under an identity held in an enabled membership of an enabled school.
 * - `identities`: as `member`, and the identity is one of these.
 * - `permission`: as `member`, and the person holds the permission.
 * - `right`: as `member`, and the person has the right somewhere; the handler bounds what it reads and writes by the places
 *   at which the right is held (GR-05).
 * - `app`: not a person: an app of the catalogue, by its id and secret (HTTP Basic).
 */
export type Who =
  | "anyone"
  | "self"
  | "member"
  | "app"
  | { readonly identities: readonly Identity[] }
  | { readonly permission: Permission }
  | { readonly right: Right };

/**
 * One call of the platform, declared once: the server serves and validates it, the API page documents it, and the page
 * sends it by this declaration.
 */
export interface Call<
  Input extends TSchema = TSchema,
  Answer extends TSchema = TSchema,
  May extends Who = Who,
> {
  readonly method: "GET" | "POST";
  /** Absolute, below the API address. */
  readonly path: string;
  readonly who: May;
  /** One Chinese sentence for the API page. */
  readonly summary: string;
  /** Feature word, groups the calls on the API page. */
  readonly feature: string;
  /** Query of a GET; body of a POST, form-urlencoded or JSON (RQ-04). An object schema. */
  readonly input: Input;
  /** The content of `data` on success. */
  readonly answer: Answer;
  /** The answer carries an ETag and may be 304. */
  readonly cached?: boolean;
  /** Opens or ends a session, so no page of a foreign origin may send it (SE-14). */
  readonly sameSiteOnly?: boolean;
  /** A server other than ours may answer this call: the page converts its answer to the one declared here (RQ-08). */
  readonly anyServer?: boolean;
  /**
   * Makes one thing, and takes `attempt` besides its input: the same attempt again answers what the first has made
   * (docs/decisions/100-one-attempt-one-act.md).
   */
  readonly once?: boolean;
  /** Looks at what it is sent and keeps nothing of it: a form that sends it is as unsaved as before. */
  readonly keepsNothing?: boolean;
  /** Takes fields missing from the answer from the request: some servers answer a write with nothing (RQ-08). */
  readonly echoes?: boolean;
}

export type InputOf<C extends Call> = Static<C["input"]>;
export type AnswerOf<C extends Call> = Static<C["answer"]>;

/** Declares a call; exists so that its schemas, and who may make it, keep their exact types. */
export function declareCall<Input extends TSchema, Answer extends TSchema, const May extends Who>(
  call: Call<Input, Answer, May>,
): Call<Input, Answer, May> {
  return call.once === true ? { ...call, input: withAttempt(call.input) } : call;
}

function withAttempt<Input extends TSchema>(input: Input): Input {
  const { properties, ...options } = input as unknown as TObject;
  return Type.Object({ ...properties, attempt: Attempt }, options) as unknown as Input;
}
