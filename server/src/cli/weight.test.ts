import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const AT_ANY_TIME = /(?:from |import\(|import )"([^"]+)"/g;
const AT_ONCE = /(?:from |import )"([^"]+)"/g;

/** Returns a file of ours with all that it loads at once or at any time, packages by their name. */
function loadedBy(entry: URL, when = AT_ANY_TIME): Set<string> {
  const seen = new Set<string>();
  const follow = (file: URL) => {
    const path = fileURLToPath(file);
    if (seen.has(path)) return;
    seen.add(path);
    const text = readFileSync(path, "utf8").replaceAll(/^(import|export) type .*$/gm, "");
    for (const [, wanted = ""] of text.matchAll(when)) {
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

test("a backup is made without the contract, which takes 30 MB", () => {
  for (const file of ["follow.ts", "backup.ts", "../backup/operate.ts"]) {
    const loaded = [...loadedBy(new URL(file, import.meta.url), AT_ONCE)];
    expect(loaded.length).toBeGreaterThan(1);
    expect(loaded).not.toContain("#contract");
  }
});
