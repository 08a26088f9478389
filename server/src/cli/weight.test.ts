import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

/** Returns a file of ours with all that it loads at any time, packages by their name. */
function loadedBy(entry: URL): Set<string> {
  const seen = new Set<string>();
  const follow = (file: URL) => {
    const path = fileURLToPath(file);
    if (seen.has(path)) return;
    seen.add(path);
    const text = readFileSync(path, "utf8").replaceAll(/^(import|export) type .*$/gm, "");
    for (const [, wanted = ""] of text.matchAll(/(?:from |import\(|import )"([^"]+)"/g)) {
      if (wanted.startsWith(".")) follow(new URL(wanted, file));
      else seen.add(wanted);
    }
  };
  follow(entry);
  return seen;
}

test("to import a roster is not to open the whole platform, which takes 80 MB more", () => {
  const loaded = [...loadedBy(new URL("roster.ts", import.meta.url))];
  expect(loaded).toContain("fastify");
  expect(loaded).not.toContain("oidc-provider");
  expect(loaded.filter((path) => /\/(app|.*routes)\.ts$/.test(path))).toEqual([]);
});
