import { randomBytes } from "node:crypto";
import { createRemoteJWKSet, jwtVerify, type JWTPayload } from "jose";
import { IDENTITIES, type Claims } from "#contract";
import { readCookie, readForm } from "./http.ts";
import {
  STRANGER,
  type Addresses,
  type DemoAnswer,
  type DemoKind,
  type DemoRequest,
} from "./kind.ts";

const COOKIE = "demo_tool_login";
const MAX_WAITING = 1000;
const CLAIM = "https://purl.imsglobal.org/spec/lti/claim";
const FAILED = "没有完成登录，请回到学门重新打开";

/** The state that the tool keeps between login initiation and the message. */
interface Waiting {
  state: string;
  nonce: string;
}

/** Signs people in by LTI 1.3: login initiation, then the signed message. */
export function ltiKind({ platform, own }: Addresses): DemoKind {
  const waiting = new Map<string, Waiting>();
  const keys = createRemoteJWKSet(new URL(`${platform}/lti/jwks`));

  /** Answers the platform's login initiation with an authentication request. */
  async function begin({ app, url }: DemoRequest): Promise<DemoAnswer> {
    const given = url.searchParams;
    if (given.get("iss") !== platform || given.get("client_id") !== app.id) {
      return { notice: FAILED, status: 400 };
    }
    const [oldest] = waiting.keys();
    if (oldest !== undefined && waiting.size >= MAX_WAITING) waiting.delete(oldest);
    const [key, state, nonce] = [secret(), secret(), secret()];
    waiting.set(key, { state, nonce });
    const fields = new URLSearchParams({
      scope: "openid",
      response_type: "id_token",
      response_mode: "form_post",
      prompt: "none",
      client_id: app.id,
      redirect_uri: `${own}/${app.id}`,
      login_hint: given.get("login_hint") ?? "",
      lti_message_hint: given.get("lti_message_hint") ?? "",
      state,
      nonce,
    });
    return {
      redirect: `${platform}/lti/authorize?${fields.toString()}`,
      cookie: `${COOKIE}=${key}; Path=/${app.id}; HttpOnly; SameSite=Lax`,
    };
  }

  /** Accepts the message if it answers this browser's request. */
  async function finish({ app, request }: DemoRequest): Promise<DemoAnswer> {
    const key = readCookie(request, COOKIE) ?? "";
    const asked = waiting.get(key);
    waiting.delete(key);
    try {
      const form = await readForm(request);
      const { payload } = await jwtVerify(form.get("id_token") ?? "", keys, {
        issuer: platform,
        audience: app.id,
        algorithms: ["RS256"],
        requiredClaims: ["sub", "exp", "iat"],
      });
      const isAnswer = form.get("state") === asked?.state && payload["nonce"] === asked.nonce;
      if (!isAnswer) return { notice: FAILED, status: 400 };
      return { greet: claimsOf(payload), next: `/${app.id}` };
    } catch {
      return { notice: FAILED, status: 400 };
    }
  }

  return async (visit) => {
    const { rest, request, claims } = visit;
    if (request.method === "POST") return rest === "" ? finish(visit) : null;
    if (rest === "/login") return begin(visit);
    if (rest !== "") return null;
    return claims === null ? { notice: STRANGER, status: 400 } : { greeted: claims };
  };
}

function secret(): string {
  return randomBytes(32).toString("base64url");
}

function claimsOf(payload: JWTPayload): Claims {
  const custom = (payload[`${CLAIM}/custom`] ?? {}) as Record<string, string>;
  const context = payload[`${CLAIM}/context`] as { id: string; title: string } | undefined;
  const identity = IDENTITIES.find((one) => one === custom["identity"]);
  const { school_id: id, school_name: name } = custom;
  return {
    sub: payload.sub ?? "",
    ...(typeof payload["name"] === "string" && { name: payload["name"] }),
    ...(identity !== undefined && { identity }),
    ...(id !== undefined && name !== undefined && { school: { id, name } }),
    ...(context && {
      classes: [{ id: context.id, name: context.title, grade_id: "", stage_id: "" }],
    }),
  };
}
