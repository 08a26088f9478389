import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import { CALLS, type CallName, type ChangeSet } from "#contract";
import type { Platform } from "../e2e/harness/run-server.ts";
import type { Database } from "../server/src/database/database.ts";

/** Settings of a node that asks an administrator for no second factor, and for no fresh proof. */
export const UNASKED = {
  ...{ LOG_LEVEL: "warn", SECOND_FACTOR: "offered", ADMIN_IDLE_MINUTES: "0", DEMO: "off" },
};
/** Token of the session of `boss`. */
export const TOKEN = "token-boss";
const ASKED_EVERY_MS = 250;

/** Makes school `a` of district `d`, without anybody, and `boss`, who looks after the platform, with a session. */
export async function fillAdministrator(db: Database): Promise<void> {
  for (const statement of [
    sql`insert into school (id, kind, name) values ('d', 'district', '东区')`,
    sql`insert into school (id, parent_id, name) values ('a', 'd', '启明小学')`,
    sql`insert into "user" (id, account, name) values ('boss', 'boss', '管理员')`,
    sql`insert into membership (school_id, user_id, identity) values ('d', 'boss', 'inner_admin')`,
    sql`insert into consent (user_id, type, version) select 'boss', type, version from agreement`,
    sql`insert into session (id, token_hash, user_id, client, expires_at) values
      ('boss', encode(sha256(convert_to(${TOKEN}, 'UTF8')), 'hex'), 'boss', 'web', now() + interval '30 days')`,
  ]) {
    await statement.execute(db);
  }
}

/** Asks a node as `boss`, or as another whose session has the token `token-` and the id; throws what it refuses. */
export async function send<T>(
  { origin, output }: Platform,
  name: CallName,
  input: Record<string, unknown>,
  who = "boss",
): Promise<T> {
  const { method, path } = CALLS[name];
  const query =
    method === "GET" ? `?${new URLSearchParams(input as Record<string, string>).toString()}` : "";
  const response = await fetch(origin + path + query, {
    method,
    headers: { authorization: `Bearer token-${who}`, "content-type": "application/json" },
    ...(method === "POST" && { body: JSON.stringify(input) }),
  });
  const { code, data, msg } = (await response.json()) as { code: number; data: T; msg: string };
  if (code !== 200) throw new Error(`${name}: ${code} ${msg}\n${output().slice(-2000)}`);
  return data;
}

/** Applies or undoes a change set, and waits for the end of its job. */
export async function toEnd(
  node: Platform,
  call: "applyChange" | "undoChange",
  change_id: string,
  more: Record<string, unknown> = {},
): Promise<ChangeSet> {
  await send(node, call, { change_id, ...more });
  for (;;) {
    const set = await send<ChangeSet>(node, "readChange", { change_id });
    if (!["applying", "undoing"].includes(set.state)) return set;
    await wait(ASKED_EVERY_MS);
  }
}
