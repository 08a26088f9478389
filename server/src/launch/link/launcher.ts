import { answerTo } from "../answer-to.ts";
import type { Launcher } from "../launcher.ts";

/** Apps that are told nothing: a page elsewhere (`link`), or a module of our own page, which knows who is there (`module`). */
export async function plainLauncher(): Promise<Launcher> {
  return { launch: async ({ entry }) => answerTo(entry, entry.url) };
}
