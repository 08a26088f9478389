import type { JWTPayload, JWTVerifyGetKey } from "jose";
import type { AppFetch } from "../outbound/call-app.ts";
import type { Tool } from "./tool.ts";

/** Accepted algorithms: signatures by the tool's own key, never `none` or a shared secret. */
const ALGORITHMS = ["RS256", "ES256"];
const FETCH_WITHIN_MS = 5_000;
/** Milliseconds between two fetches of a tool's keys, when a key is unknown. */
const FETCH_EVERY_MS = 10_000;
/** Seconds of a signed message's greatest age, and of the tool's clock's greatest lead. */
const MAX_AGE_SECONDS = 300;
const CLOCK_TOLERANCE_SECONDS = 30;

/** Codes of answers that hold no keys; with any other the keys are there, and the message does not hold. */
const WITHOUT_KEYS: readonly string[] = [
  "ERR_JOSE_GENERIC",
  "ERR_JWKS_INVALID",
  "ERR_JWKS_TIMEOUT",
];

/** Fetched keys of tools that publish them, by the address. */
const remote = new WeakMap<AppFetch, Map<string, JWTVerifyGetKey>>();

export interface Expected {
  /** The required signer, as `iss`. */
  issuer: string;
  subject?: string;
  audience: string | string[];
  now: Date;
  /** Fetches the keys of a tool that publishes them. */
  callApp: AppFetch;
}

/**
 * Returns the claims that a tool signed; undefined when the signature, the issuer, the audience or the time does not
 * hold.
 */
export async function verifiedByTool(
  tool: Tool,
  jwt: string,
  { now, callApp, ...expected }: Expected,
): Promise<JWTPayload | undefined> {
  const jose = await import("jose");
  const keys = keysOf(tool, callApp, jose);
  if (keys === undefined) return undefined;
  try {
    const { payload } = await jose.jwtVerify(jwt, keys, {
      ...expected,
      algorithms: ALGORITHMS,
      requiredClaims: ["exp", "iat"],
      maxTokenAge: MAX_AGE_SECONDS,
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      currentDate: now,
    });
    return payload;
  } catch (error) {
    if (error instanceof jose.errors.JOSEError && !WITHOUT_KEYS.includes(error.code))
      return undefined;
    throw new KeysUnreachableError(tool.entry.id, error);
  }
}

/** Thrown when the tool's keys could not be fetched: the signer is unknown. */
export class KeysUnreachableError extends Error {
  override readonly name = "KeysUnreachableError";

  constructor(toolId: string, cause: unknown) {
    super(`the keys of ${toolId} could not be fetched`, { cause });
  }
}

function keysOf(
  { settings }: Tool,
  callApp: AppFetch,
  { createLocalJWKSet, createRemoteJWKSet, customFetch }: typeof import("jose"),
): JWTVerifyGetKey | undefined {
  const { jwks, jwks_uri } = settings;
  if (jwks !== undefined) return createLocalJWKSet(jwks);
  if (jwks_uri === undefined) return undefined;
  const known = remote.get(callApp) ?? new Map<string, JWTVerifyGetKey>();
  remote.set(callApp, known);
  let keys = known.get(jwks_uri);
  if (keys === undefined) {
    keys = createRemoteJWKSet(new URL(jwks_uri), {
      timeoutDuration: FETCH_WITHIN_MS,
      cooldownDuration: FETCH_EVERY_MS,
      [customFetch]: callApp,
    });
    known.set(jwks_uri, keys);
  }
  return keys;
}
