import type { FastifyInstance } from "fastify";
import { generateSync } from "otplib";
import { beginTotp, confirmTotp, login, type LoginAnswer } from "#contract";
import { TEST_PASSWORD } from "./people.ts";
import { send, type Sent } from "./send.ts";

/** Returns the code that another maker's authenticator shows at a moment (ms). */
export function codeAt(secret: string, ms: number): string {
  return generateSync({ secret, epoch: Math.floor(ms / 1000) });
}

/** Signs in, agreeing to what is asked, with this second step; returns the answer. */
export async function signInWith(
  app: FastifyInstance,
  account: string,
  check: object = {},
  more: Record<string, unknown> = { password: TEST_PASSWORD },
): Promise<Sent<LoginAnswer>> {
  const attempt = (checks: object) => send(app, login, { account, ...more, check: checks });
  const first = await attempt(check);
  const { agreements } = (first.body.data ?? {}) as {
    agreements?: { type: string; version: number }[];
  };
  if (agreements === undefined) return first;
  const consents = agreements.map(({ type, version }) => ({ type, version }));
  return attempt({ ...check, consents });
}

/** Sets an authenticator up as its person does, at this moment; returns its secret and the recovery codes. */
export async function setUpAuthenticator(
  app: FastifyInstance,
  headers: Record<string, string>,
  ms: number,
): Promise<{ secret: string; codes: string[] }> {
  const begun = await send(app, beginTotp, { password: TEST_PASSWORD }, { headers });
  const { offer, secret } = begun.body.data;
  const code = codeAt(secret, ms);
  const { body } = await send(app, confirmTotp, { offer, code }, { headers });
  return { secret, codes: body.data.recovery_codes ?? [] };
}
