import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildTestApp, type TestApp } from "../../test/build.ts";
import { Sealed } from "./sealed.ts";

let at: TestApp;
let dataDir: string;
beforeAll(async () => {
  at = await buildTestApp();
  dataDir = await mkdtemp(join(tmpdir(), "schoolgate-sealed-"));
});
afterAll(async () => {
  await at.close();
  await rm(dataDir, { recursive: true, force: true });
});

const OLD = "an-old-key-of-the-operator-of-a-school";
const NEW = "a-new-key-of-the-operator-of-the-school";
const databaseUrl = "postgres://u:p@db:5432/schoolgate";
const node = (config: { secretsKeys?: string[]; databaseUrl?: string }) =>
  new Sealed({ db: at.db, config: { ...at.app.config, dataDir, secretsKeys: [], ...config } });

test("opens on every node that has the key, for the same use only", async () => {
  const sealed = await node({ secretsKeys: [OLD] }).seal("a secret", "totp:1");
  expect(sealed).not.toContain("secret");
  const other = node({ secretsKeys: [OLD] });
  expect(await other.open(sealed, "totp:1")).toBe("a secret");
  expect(await other.open(sealed, "totp:2")).toBeUndefined();
  expect(await node({ secretsKeys: [NEW] }).open(sealed, "totp:1")).toBeUndefined();
});

test("a key that was put behind a new one still opens", async () => {
  const sealed = await node({ secretsKeys: [OLD] }).seal("a secret", "x");
  const after = node({ secretsKeys: [NEW, OLD] });
  expect(await after.open(sealed, "x")).toBe("a secret");
  const fresh = await after.seal("another", "x");
  expect(await node({ secretsKeys: [NEW] }).open(fresh, "x")).toBe("another");
});

test.each([
  ["nothing", () => ""],
  ["no key", () => "text"],
  ["too short", (text: string) => text.slice(0, 20)],
  [
    "a letter changed",
    (text: string) => text.slice(0, -3) + (text.endsWith("AAA") ? "BBB" : "AAA"),
  ],
])("%s opens nothing", async (_what, change) => {
  const one = node({ secretsKeys: [OLD] });
  expect(await one.open(change(await one.seal("a secret", "x")), "x")).toBeUndefined();
});

test("without an operator's key: a row that the nodes of a database server share", async () => {
  const sealed = await node({ databaseUrl }).seal("a secret", "x");
  expect(await node({ databaseUrl }).open(sealed, "x")).toBe("a secret");
  await at.db.deleteFrom("platform_state").where("key", "=", "secrets_key").execute();
});

test("without an operator's key: a file beside the embedded database, for nobody else to read", async () => {
  const sealed = await node({}).seal("a secret", "x");
  const path = join(dataDir, "secrets.key");
  expect((await stat(path)).mode & 0o077).toBe(0);
  const text = await readFile(path, "utf8");
  expect(await node({}).open(sealed, "x")).toBe("a secret");
  expect(await readFile(path, "utf8")).toBe(text);
  // an operator who sets a key later locks nobody out
  expect(await node({ secretsKeys: [NEW] }).open(sealed, "x")).toBe("a secret");
});
