import {
  createLocalJWKSet,
  createRemoteJWKSet,
  customFetch,
  errors,
  jwtVerify,
  type JWTPayload,
  type JWTVerifyGetKey,
} from "jose";
import type { CallApp } from "../outbound/call-app.ts";
import type { Tool } from "./tool.ts";

/** Signed by a key of the tool: `none` and everything with a shared secret is not. */
const ALGORITHMS = ["RS256", "ES256"];
const FETCH_WITHIN_MS = 5_000;
/** A tool whose key is not known is asked for its keys again, but not more often than this. */
const FETCH_EVERY_MS = 10_000;
/** Greatest age of a signed message, and greatest lead of the tool's clock. */
const AGE_AT_MOST_SECONDS = 300;
const CLOCK_TOLERANCE_SECONDS = 30;

/** The keys of tools that publish them; one list for each address that is entered, as it was fetched. */
const remote = new WeakMap<CallApp, Map<string, JWTVerifyGetKey>>();

export interface Expected {
  /** The required signer, as `iss`. */
  issuer: string;
  subject?: string;
  audience: string | string[];
  now: Date;
  /** Fetches the keys of a tool that publishes them. */
  callApp: CallApp;
}

/** Returns the claims that a tool signed; undefined when it did not, or not for this, or not now. */
export async function verifiedByTool(
  tool: Tool,
  jwt: string,
  { now, callApp, ...expected }: Expected,
): Promise<JWTPayload | undefined> {
  const keys = keysOf(tool, callApp);
  if (keys === undefined) return undefined;
  try {
    const { payload } = await jwtVerify(jwt, keys, {
      ...expected,
      algorithms: ALGORITHMS,
      requiredClaims: ["exp", "iat"],
      maxTokenAge: AGE_AT_MOST_SECONDS,
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      currentDate: now,
    });
    return payload;
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined;
    throw new KeysUnreachableError(tool.entry.id, error);
  }
}

/** The tool's keys could not be fetched: nothing is known of who signed. */
export class KeysUnreachableError extends Error {
  override readonly name = "KeysUnreachableError";

  constructor(toolId: string, cause: unknown) {
    super(`the keys of ${toolId} could not be fetched`, { cause });
  }
}

function keysOf({ settings }: Tool, callApp: CallApp): JWTVerifyGetKey | undefined {
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
