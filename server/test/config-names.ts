import { readConfig } from "../src/platform/config.ts";

/** Returns the name of every variable that the configuration reads, found by watching it read. */
export function configNames(): string[] {
  const names = new Set<string>();
  // what belongs together is only read to its end when a part of it is there
  for (const value of [undefined, "path"]) {
    const watched = new Proxy<Record<string, string | undefined>>(
      {},
      {
        get(_target, name) {
          if (typeof name === "string") names.add(name);
          return value;
        },
      },
    );
    try {
      readConfig(watched);
    } catch {
      // which is wrong nearly everywhere
    }
  }
  return [...names].sort();
}
