import type { FastifyInstance } from "fastify";
import { CALLS, type Call, type CallName } from "#contract";
import { EXAMPLES } from "#contract/examples";
import { heldBy } from "../../src/rights/rules.ts";
import { TEST_PASSWORD } from "../people.ts";
import { INPUTS } from "./ids.ts";
import { ACTOR_ROLES, IDENTITY_OF, type ActorRole, type World } from "./world.ts";

export const CALL_LIST = Object.entries<Call>(CALLS) as [CallName, Call][];

/** The answer to a call, without what differs each time. */
export interface Sent {
  status: number;
  body: unknown;
  /** Headers by name, with their values. */
  headers: [string, unknown][];
}

/** Headers that differ with each answer. */
const EACH_TIME: ReadonlySet<string> = new Set(["date", "x-request-id"]);

let addresses = 0;

/** Sends a call from an address of its own, so that rate limits there slow no other call. */
export async function sendTo(
  app: FastifyInstance,
  { method, path }: Call,
  input: Readonly<Record<string, unknown>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<Sent> {
  addresses += 1;
  const answer = await app.inject({
    method,
    url: path,
    remoteAddress: `10.${addresses >> 16}.${(addresses >> 8) & 255}.${addresses & 255}`,
    headers,
    ...(method === "GET" ? { query: input as Record<string, string> } : { payload: input }),
  });
  return {
    status: answer.statusCode,
    body: answer.json(),
    headers: Object.entries(answer.headers)
      .filter(([name]) => !EACH_TIME.has(name))
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  };
}

/** Returns the call's example with a right password, or the table's input instead. */
export function inputOf(name: CallName): Record<string, unknown> {
  const example: Record<string, unknown> = { ...(INPUTS[name] ?? EXAMPLES[name]?.input) };
  for (const field of ["password", "old_password"]) {
    if (field in example) example[field] = TEST_PASSWORD;
  }
  return example;
}

/** Returns the hats that may make a call, by its `who`. */
export function admittedBy({ who }: Call): readonly ActorRole[] {
  if (who === "anyone" || who === "app") return [];
  if (who === "self" || who === "member") return ACTOR_ROLES;
  if ("identities" in who)
    return ACTOR_ROLES.filter((role) => who.identities.includes(IDENTITY_OF[role]));
  const right = "right" in who ? who.right : who.permission;
  return ACTOR_ROLES.filter((role) =>
    heldBy(
      [
        {
          id: "a",
          identity: IDENTITY_OF[role],
          is_abled: true,
          headed_classes: role === "head" ? ["c"] : [],
        },
      ],
      [],
      { isSeparate: false, now: new Date() },
    ).some(({ rights }) => rights.includes(right)),
  );
}

/** Returns the headers that a role sends; an app's id and secret, none for nobody. */
export function headersOf(
  world: World,
  role: ActorRole | "app" | "nobody",
): Record<string, string> {
  if (role === "nobody") return {};
  if (role !== "app") return { ...world.callers[role].headers, identity: IDENTITY_OF[role] };
  const pair = Buffer.from("app-here:a-secret-of-the-app").toString("base64");
  return { authorization: `Basic ${pair}` };
}
