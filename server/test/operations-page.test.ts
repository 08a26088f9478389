import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildApp } from "../src/app.ts";
import { readConfig } from "../src/platform/config.ts";
import type { ConnectedDatabase } from "../src/database/connect.ts";
import { configNames } from "./config-names.ts";
import { processMetrics } from "../src/platform/metrics.ts";
import { openTestDatabase } from "./database.ts";

const page = readFileSync(new URL("../../docs/operations.md", import.meta.url), "utf8");

/** Returns the first column of the table under a heading. */
function firstColumn(heading: string): string[] {
  const [, section = ""] = page.split(`\n## ${heading}\n`);
  const rows = (section.split("\n## ")[0] ?? "").split("\n").filter((line) => /^\| `/.test(line));
  return rows.flatMap((row) =>
    [...(row.split("|")[1] ?? "").matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name),
  );
}

test("the page for operators names every variable that is read, and no other", () => {
  expect(firstColumn("Configuration").toSorted()).toEqual(configNames());
});

describe("metrics", () => {
  let database: ConnectedDatabase;
  let app: Awaited<ReturnType<typeof buildApp>>;
  beforeAll(async () => {
    database = await openTestDatabase();
    const { db, pool } = database;
    const config = readConfig({ DEMO: "off", LOG_LEVEL: "silent" });
    app = await buildApp({ db, config, databasePool: pool });
  });
  afterAll(async () => {
    await app.close();
    await database.close();
  });

  const own = () => app.metrics.getMetricsAsArray().map(({ name }) => name);
  const all = () => [
    ...own(),
    ...processMetrics()
      .getMetricsAsArray()
      .map(({ name }) => name),
  ];

  test("the page for operators names every metric of the platform, and none that there is not", () => {
    const named = firstColumn("Metrics");
    expect(own().filter((name) => !named.includes(name))).toEqual([]);
    expect(named.filter((name) => !all().includes(name))).toEqual([]);
  });

  test("its alerts ask for metrics that there are", () => {
    const [, rules = ""] = /```yaml\n([^]*?)```/.exec(page) ?? [];
    const asked = rules.match(/\b(?:schoolgate|nodejs|process)_[a-z_0-9]+/g) ?? [];
    const there = all().flatMap((name) => [name, `${name}_count`, `${name}_bucket`]);
    expect(asked.length).toBeGreaterThan(6);
    expect(asked.filter((name) => !there.includes(name))).toEqual([]);
  });
});
