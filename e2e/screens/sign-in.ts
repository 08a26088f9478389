import type { Page } from "playwright-core";
import type { LoginAnswer } from "#contract";
import { call, DEMO_PASSWORD } from "../harness/wire.ts";

/** Signs a demo person in without the page, agreeing to what is asked. */
export async function signInByWire(
  origin: string,
  account: string,
  headers: Record<string, string> = {},
): Promise<LoginAnswer> {
  const input = { account, password: DEMO_PASSWORD };
  let answer = await call(origin, "login", input, { headers });
  if (answer.body.code === 40004) {
    const { agreements } = answer.body.data as unknown as {
      agreements: { type: string; version: number }[];
    };
    const consents = agreements.map(({ type, version }) => ({ type, version }));
    answer = await call(origin, "login", { ...input, check: { consents } }, { headers });
  }
  if (answer.body.code !== 200) throw new Error(`${account} could not sign in: ${answer.body.msg}`);
  return answer.body.data;
}

/** Puts a session where the page keeps its own; the page must be the platform's, and be loaded again. */
export async function keepSession(page: Page, { token, auth_data }: LoginAnswer): Promise<void> {
  await page.evaluate(
    ([key, data]) => {
      localStorage.setItem("auth_data", data);
      localStorage.setItem("token", key);
    },
    [token, JSON.stringify(auth_data)] as const,
  );
}
