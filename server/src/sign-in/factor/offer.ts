import { Secret, TOTP } from "otpauth";
import type { FactorSetup, TotpOffer } from "#contract";
import { Refusal } from "../../http/refusal.ts";
import type { KeptFactors } from "./queries.ts";
import { codeOf } from "./rules.ts";
import type { Sealed } from "../../platform/sealed.ts";

const LIFETIME_MS = 900_000;

interface Content {
  secret: string;
  until: number;
}

/**
 * Makes a new authenticator's secret. It is stored nowhere: sealed for this person, it is sent to the page and comes
 * back with a code.
 */
export async function makeOffer(
  sealed: Sealed,
  person: Pick<KeptFactors, "user_id" | "account">,
  { issuer, now }: { issuer: string; now: Date },
): Promise<TotpOffer> {
  const secret = newTotpSecret();
  const content: Content = { secret, until: now.getTime() + LIFETIME_MS };
  return {
    offer: await sealed.seal(JSON.stringify(content), useFor(person)),
    secret,
    uri: totpUri(secret, { issuer, label: person.account }),
  };
}

/** Returns an offer's secret, and the step of its first code, which is thereby used; undefined for an expired offer. */
export async function readOffer(
  sealed: Sealed,
  person: Pick<KeptFactors, "user_id">,
  { offer, code }: FactorSetup,
  now: Date,
): Promise<{ secret: string; step: number } | undefined> {
  const opened = await sealed.open(offer, useFor(person));
  if (opened === undefined) return undefined;
  const { secret, until } = JSON.parse(opened) as Content;
  if (until < now.getTime()) return undefined;
  const digits = codeOf(code);
  const step = digits === undefined ? undefined : stepOf(digits, secret, now);
  if (step === undefined) {
    throw new Refusal("badCode", { msg: "动态码不正确，请看验证器上最新的 6 位数字" });
  }
  return { secret, step };
}

function useFor({ user_id }: Pick<KeptFactors, "user_id">): string {
  return `totp-offer:${user_id}`;
}

/** The parameters that every authenticator app supports. */
const SHAPE = { algorithm: "SHA1", digits: 6, period: 30 } as const;
const SECRET_BYTES = 20;
/** Steps accepted before and after the present one: clocks are often half a minute off. */
const STEPS_EITHER_SIDE = 1;

export function newTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** Returns the address that an authenticator app scans; it shows the platform's name and the account. */
export function totpUri(secret: string, shown: { issuer: string; label: string }): string {
  return new TOTP({ ...SHAPE, ...shown, secret }).toString();
}

/** Returns the time step whose code this is; undefined when it is none of those accepted now. */
export function stepOf(code: string, secret: string, now: Date): number | undefined {
  const timestamp = now.getTime();
  const delta = TOTP.validate({
    ...SHAPE,
    secret: Secret.fromBase32(secret),
    token: code,
    timestamp,
    window: STEPS_EITHER_SIDE,
  });
  return delta === null ? undefined : TOTP.counter({ period: SHAPE.period, timestamp }) + delta;
}
