import type { Given, Options } from "../src/cli/command.ts";
import { parse } from "../src/cli/parse.ts";
import { COMMANDS } from "../src/cli/commands.ts";
import type { Database } from "../src/database/database.ts";
import { readConfig } from "../src/platform/config.ts";

const wordsOf = (line: string) => line.split(" ").filter(Boolean);

/** Parses a command line; throws `Misused` as the command would. */
export function understood(line: string) {
  const asked = parse(COMMANDS, wordsOf(line));
  if ("help" in asked) throw new Error(`no command: ${line}`);
  return { ...asked, given: asked.given as Given<Options> };
}

/** Runs an operator's command line on a test's own database; returns the text for the operator. */
export async function operate(
  db: Database,
  line: string,
  { now = new Date(), says = undefined as boolean | undefined, env = {} } = {},
): Promise<string> {
  const { run, given, places } = understood(line);
  const at = {
    onDatabase: <T>(work: (db: Database) => Promise<T>) => work(db),
    config: () => readConfig(env),
    now: () => now,
    confirm: async () => says,
    progress: { write: () => {} },
  };
  const outcome = await run.run(given, at, places);
  return typeof outcome === "string" ? outcome : outcome.text;
}
