import {
  CALLS,
  type AnswerOf,
  type Call,
  type CallName,
  type Envelope,
  type Identity,
  type LoginAnswer,
} from "#contract";
import { DEMO_QUICK_APPS } from "../../demo/quick-apps.ts";

export const DEMO_PASSWORD = "xuemen-2026";

/** One HTTP answer, as it came over the wire. */
export interface Answer<T> {
  status: number;
  headers: Headers;
  body: Envelope<T>;
}

interface SendOptions {
  token?: string;
  headers?: Record<string, string>;
}

/** Makes a call of the contract against a running platform, as any client would. */
export async function call<N extends CallName>(
  origin: string,
  name: N,
  input: Record<string, unknown> = {},
  { token, headers = {} }: SendOptions = {},
): Promise<Answer<AnswerOf<(typeof CALLS)[N]>>> {
  const declared: Call = CALLS[name];
  const address = new URL(declared.path, origin);
  const init: RequestInit = { method: declared.method };
  const sent: Record<string, string> = { ...headers };
  if (token !== undefined) sent["authorization"] = `Bearer ${token}`;
  if (declared.method === "GET") {
    for (const [key, value] of Object.entries(input)) address.searchParams.set(key, String(value));
  } else {
    sent["content-type"] = "application/json";
    init.body = JSON.stringify(input);
  }
  const response = await fetch(address, { ...init, headers: sent });
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Envelope<AnswerOf<(typeof CALLS)[N]>>,
  };
}

/** Signs a demo person in without the page, consenting to agreements on demand; throws on any other refusal. */
export async function signInByWire(
  origin: string,
  account: string,
  headers: Record<string, string> = {},
): Promise<LoginAnswer> {
  const input = { account, password: DEMO_PASSWORD };
  let answer = await call(origin, "login", input, { headers });
  if (answer.body.code === 40004) {
    const consents = agreementsIn(answer.body);
    if (consents === undefined) throw refusedTo(account, answer);
    answer = await call(origin, "login", { ...input, check: { consents } }, { headers });
  }
  if (answer.body.code !== 200) throw refusedTo(account, answer);
  return answer.body.data;
}

/** Returns the agreements that a refusal demands; undefined where it demands something else. */
function agreementsIn({ data }: Envelope): { type: string; version: number }[] | undefined {
  const { agreements } = data as { agreements?: { type: string; version: number }[] };
  return agreements?.map(({ type, version }) => ({ type, version }));
}

function refusedTo(account: string, { status, body }: Answer<unknown>): Error {
  return new Error(`${account} could not sign in: ${status} ${JSON.stringify(body)}`);
}

/** Gives a demo person back the looks that they had at first. */
export async function putLooksBack(origin: string, account: string): Promise<void> {
  const token = await signIn(origin, account);
  const looks = { theme: "color", appearance: "system", text_size: "standard" };
  const { body } = await call(origin, "saveSetting", looks, { token });
  if (body.code !== 200) throw new Error(body.msg);
}

/** Gives a named person of the demo back the quick apps that they had at first under an identity. */
export async function putQuickAppsBack(
  origin: string,
  account: string,
  identity: Identity,
): Promise<void> {
  const token = await signIn(origin, account);
  const app_ids = [...(DEMO_QUICK_APPS[account]?.[identity] ?? [])];
  const { body } = await call(
    origin,
    "saveQuickApps",
    { app_ids },
    { token, headers: { identity } },
  );
  if (body.code !== 200) throw new Error(body.msg);
}

/** Signs a demo person in and resolves to the token. */
export async function signIn(
  ...who: [origin: string, account: string, headers?: Record<string, string>]
): Promise<string> {
  return (await signInByWire(...who)).token;
}
