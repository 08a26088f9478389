import { randomUUID } from "node:crypto";
import {
  createLocalJWKSet,
  exportJWK,
  generateKeyPair,
  jwtVerify,
  SignJWT,
  type CryptoKey,
  type JWK,
  type JWTPayload,
} from "jose";
import type { FastifyInstance } from "fastify";
import type { AppToSave } from "../src/catalogue/entry.ts";

export const ORIGIN = "https://gate.example";
const ASSERTION_TYPE = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

export interface ToolKeys {
  privateKey: CryptoKey;
  jwk: JWK;
}

export async function makeToolKeys(kid = "tool-1"): Promise<ToolKeys> {
  const { publicKey, privateKey } = await generateKeyPair("RS256", { extractable: true });
  return { privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg: "RS256", use: "sig" } };
}

/** Returns a catalogue entry for a tool at `https://{id}.example`, with everything allowed unless said otherwise. */
export function toolEntry(
  id: string,
  { jwk }: ToolKeys,
  { settings = {}, ...entry }: Partial<AppToSave> = {},
): Partial<AppToSave> & { id: string } {
  const at = `https://${id}.example`;
  return {
    id,
    launch: "lti",
    url: `${at}/start`,
    claims: ["name", "identity", "school", "classes"],
    settings: {
      deployment_id: `deployment of ${id}`,
      login_initiation_url: `${at}/login?tenant=1`,
      redirect_uris: [`${at}/start`, `${at}/game`],
      deep_link_uri: `${at}/choose`,
      jwks: { keys: [{ ...jwk }] },
      names_and_roles: true,
      grades: true,
      custom: { grade: "3" },
      ...settings,
    },
    ...entry,
  };
}

/** Returns the fields of a tool's authorization request, after its login initiation was opened at `url`. */
export function authorizeFields(url: string): Record<string, string> {
  const given = Object.fromEntries(new URL(url).searchParams);
  return {
    scope: "openid",
    response_type: "id_token",
    response_mode: "form_post",
    prompt: "none",
    client_id: given["client_id"] ?? "",
    redirect_uri: given["target_link_uri"] ?? "",
    login_hint: given["login_hint"] ?? "",
    lti_message_hint: given["lti_message_hint"] ?? "",
    lti_deployment_id: given["lti_deployment_id"] ?? "",
    nonce: randomUUID(),
    state: `state ${randomUUID()} <&">`,
  };
}

/** Asks for the message in a browser that holds this cookie. */
export function authorize(app: FastifyInstance, fields: Record<string, string>, cookie: string) {
  return app.inject({
    url: "/lti/authorize",
    query: fields,
    headers: cookie === "" ? {} : { cookie },
  });
}

/** Returns the action and fields of a form that a page posts by itself. */
export function formOf(html: string): { action: string; fields: Record<string, string> } {
  const action = plain(/<form method="post" action="([^"]*)"/.exec(html)?.[1] ?? "");
  const inputs = [...html.matchAll(/name="([^"]*)" value="([^"]*)"/g)];
  const fields = inputs.map(([, name = "", value = ""]) => [plain(name), plain(value)]);
  return { action, fields: Object.fromEntries(fields) as Record<string, string> };
}

function plain(html: string): string {
  return html
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&");
}

/** A message's claims; an absent one is empty. */
export class ToolMessage {
  readonly payload: JWTPayload;

  constructor(payload: JWTPayload) {
    this.payload = payload;
  }

  get sub(): string {
    return this.payload.sub ?? "";
  }

  /** Returns a field of a claim that has fields. */
  field(claim: string, name: string): string {
    const fields = this.payload[claim] as Record<string, string> | undefined;
    return fields?.[name] ?? "";
  }
}

/** Returns the message, verified as a tool does, with the platform's published keys. */
export async function readMessage(
  app: FastifyInstance,
  id_token: string,
  { client_id, now }: { client_id: string; now: Date },
): Promise<ToolMessage> {
  const keys = createLocalJWKSet((await app.inject("/lti/jwks")).json());
  const { payload } = await jwtVerify(id_token, keys, {
    issuer: ORIGIN,
    audience: client_id,
    algorithms: ["RS256"],
    currentDate: now,
  });
  return new ToolMessage(payload);
}

export interface Signed {
  now: Date;
  claims?: Record<string, unknown>;
  alg?: string;
  kid?: string;
}

/** Returns claims signed by the tool, valid for a minute unless `claims` say otherwise. */
export async function signedByTool(
  { privateKey, jwk }: ToolKeys,
  { now, claims = {}, alg = "RS256", kid = jwk.kid ?? "" }: Signed,
): Promise<string> {
  const at = Math.floor(now.getTime() / 1000);
  return new SignJWT({ iat: at, exp: at + 60, jti: randomUUID(), ...claims })
    .setProtectedHeader({ alg, kid })
    .sign(privateKey);
}

/** Returns the form with which a tool asks for an access token. */
export function tokenForm(assertion: string, scope: string): Record<string, string> {
  return {
    grant_type: "client_credentials",
    client_assertion_type: ASSERTION_TYPE,
    client_assertion: assertion,
    scope,
  };
}

export function postForm(
  app: FastifyInstance,
  url: string,
  form: Record<string, string>,
  headers: Record<string, string> = {},
) {
  return app.inject({
    method: "POST",
    url,
    payload: new URLSearchParams(form).toString(),
    headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
  });
}
