import type { Page } from "playwright-core";
import type { LoginAnswer } from "#contract";

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
