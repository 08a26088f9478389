import { Secret, TOTP } from "otpauth";

/** What every authenticator app can do. */
const SHAPE = { algorithm: "SHA1", digits: 6, period: 30 } as const;
const SECRET_BYTES = 20;
/** Clocks that are half a minute off are common. */
const STEPS_EITHER_SIDE = 1;

export function newTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** What an authenticator app scans. */
export function totpUri(secret: string, account: string): string {
  return new TOTP({ ...SHAPE, issuer: "学门", label: account, secret }).toString();
}

/** The step of time whose code this is; undefined when it is none of those that count now. */
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
