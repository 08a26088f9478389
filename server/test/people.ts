import { randomUUID } from "node:crypto";
import { hash } from "@node-rs/argon2";
import type { FastifyInstance } from "fastify";
import type { Insertable } from "kysely";
import type { Static } from "typebox";
import { login, type Client, type Consent, type Identity, type LoginAnswer } from "#contract";
import type { Database } from "../src/database/database.ts";
import type { SchoolTable } from "../src/database/tables/school.ts";
import type { UserTable } from "../src/database/tables/user.ts";

export const TEST_PASSWORD = "a-test-password";

/** Makes a school, enabled unless said otherwise; returns its id. */
export async function makeSchool(
  db: Database,
  school: Partial<Insertable<SchoolTable>> = {},
): Promise<string> {
  const id = school.id ?? newId("school");
  await db
    .insertInto("school")
    .values({ id, name: `${id}学校`, ...school })
    .execute();
  return id;
}

export interface NewPerson extends Partial<
  Omit<Insertable<UserTable>, "account" | "password_hash">
> {
  account: string;
  password?: string;
  /** Memberships in the person's own order; `school` is its id. */
  memberships?: { school: string; identity: Identity; is_abled?: boolean }[];
}

/** Makes a person who can sign in with `TEST_PASSWORD` unless another one is given; returns the id. */
export async function makePerson(db: Database, person: NewPerson): Promise<string> {
  const { password = TEST_PASSWORD, memberships = [], ...columns } = person;
  const id = person.id ?? newId("user");
  const password_hash = await cheapHash(password);
  await db
    .insertInto("user")
    .values({ name: person.account, ...columns, id, password_hash })
    .execute();
  if (memberships.length > 0) {
    await db
      .insertInto("membership")
      .values(
        memberships.map(({ school, identity, is_abled = true }, sort) => ({
          school_id: school,
          user_id: id,
          identity,
          is_abled,
          sort,
        })),
      )
      .execute();
  }
  return id;
}

/** The password that `signIn` chooses in the place of one that somebody else has set. */
export const OWN_PASSWORD = "a-password-of-my-own";

/** Signs in as the page does, agreeing to what is asked and choosing a password; the headers open every further call. */
export async function signIn(
  app: FastifyInstance,
  account: string,
  { client = "web", password = TEST_PASSWORD }: { client?: Client; password?: string } = {},
): Promise<{ token: string; headers: Record<string, string>; answer: LoginAnswer }> {
  const post = (payload: object) =>
    app.inject({ method: login.method, url: login.path, headers: { client }, payload });
  const given: { consents?: Static<typeof Consent>[]; new_password?: string } = {};
  let response = await post({ account, password });
  for (let wanted = 0; wanted < 2 && response.statusCode === 400; wanted += 1) {
    const asked = response.json<{ data: Asked | null }>().data;
    if (asked?.check === "consent") {
      given.consents = (asked.agreements ?? []).map(({ type, version }) => ({ type, version }));
    }
    if (asked?.check === "new_password") given.new_password = OWN_PASSWORD;
    response = await post({ account, password, check: given });
  }
  if (response.statusCode !== 200) {
    throw new Error(`${account} could not sign in: ${response.statusCode} ${response.body}`);
  }
  const answer = response.json<{ data: LoginAnswer }>().data;
  const headers = { authorization: `Bearer ${answer.token}`, client };
  return { token: answer.token, headers, answer };
}

interface Asked {
  check?: string;
  agreements?: Static<typeof Consent>[];
}

const hashes = new Map<string, Promise<string>>();

/**
 * Returns an Argon2id hash as the product checks it, at the least cost: a test that signs in a dozen people stays
 * quick.
 */
export function cheapHash(password: string): Promise<string> {
  const known = hashes.get(password);
  if (known) return known;
  const fresh = hash(password, {
    memoryCost: 8,
    timeCost: 1,
    parallelism: 1,
  });
  hashes.set(password, fresh);
  return fresh;
}

function newId(kind: string): string {
  return `${kind}-${randomUUID().slice(0, 8)}`;
}
