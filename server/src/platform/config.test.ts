import { availableParallelism } from "node:os";
import { describe, expect, test } from "vitest";
import { ConfigError, readConfig } from "./config.ts";

describe("defaults", () => {
  test("a fresh machine: the demo in an embedded database", () => {
    expect(readConfig({})).toMatchObject({
      port: 7100,
      host: "127.0.0.1",
      demo: true,
      demoAppPort: 7101,
      logLevel: "info",
      trustProxy: false,
    });
    expect(readConfig({})).not.toHaveProperty("databaseUrl");
  });

  test("a database server starts empty", () => {
    const databaseUrl = "postgres://u:p@db:5432/schoolgate";
    expect(readConfig({ DATABASE_URL: databaseUrl })).toMatchObject({ databaseUrl, demo: false });
    expect(readConfig({ DATABASE_URL: databaseUrl, DEMO: "on" }).demo).toBe(true);
  });

  test("one node, unless a database server lets there be more", () => {
    const DATABASE_URL = "postgres://u:p@db:5432/schoolgate";
    expect(readConfig({ DATABASE_URL }).workers).toBe(1);
    expect(readConfig({ DATABASE_URL, WORKERS: "3" }).workers).toBe(3);
    expect(readConfig({ DATABASE_URL, WORKERS: "auto" }).workers).toBe(availableParallelism());
    expect(readConfig({ WORKERS: "auto" }).workers).toBe(1);
    expect(() => readConfig({ WORKERS: "2" })).toThrow("内置数据库只能由一个进程打开");
  });

  test("a second factor is required where people are real, and offered in the demo", () => {
    const databaseUrl = "postgres://u:p@db:5432/schoolgate";
    expect(readConfig({}).secondFactor).toBe("offered");
    expect(readConfig({ DATABASE_URL: databaseUrl }).secondFactor).toBe("required");
    expect(readConfig({ DEMO: "off" }).secondFactor).toBe("required");
    expect(readConfig({ DEMO: "off", SECOND_FACTOR: "Offered" }).secondFactor).toBe("offered");
  });

  test("apps stand on public addresses only, and in the demo on this machine", () => {
    expect(readConfig({ DEMO: "off" }).appNetworks).toEqual([]);
    expect(readConfig({}).appNetworks).toEqual(["127.0.0.0/8", "::1"]);
    expect(readConfig({ APP_NETWORKS: "10.8.0.0/16, fd12::/16" }).appNetworks).toEqual([
      "10.8.0.0/16",
      "fd12::/16",
    ]);
  });

  test("an empty value is none, and the data directory is absolute", () => {
    expect(readConfig({ PORT: "  " }).port).toBe(7100);
    expect(readConfig({ DATA_DIR: "x" }).dataDir).toMatch(/^([A-Z]:)?[/\\].*x$/);
  });

  test.each([
    ["on", true],
    ["off", false],
    ["10.0.0.0/8, ::1", ["10.0.0.0/8", "::1"]],
  ])("TRUST_PROXY %s", (given, wanted) => {
    expect(readConfig({ TRUST_PROXY: given }).trustProxy).toEqual(wanted);
  });
});

describe("a wrong value is one sentence that names the variable, what was given and what is wanted", () => {
  test.each([
    ["PORT", "http", "0 到 65535 之间的整数"],
    ["PORT", "65536", "0 到 65535 之间的整数"],
    ["PORT", "-1", "0 到 65535 之间的整数"],
    ["PORT", "71.5", "0 到 65535 之间的整数"],
    ["WORKERS", "0", "auto 或 1 到 64 之间的整数"],
    ["HOST", "http://x", "主机名或 IP 地址"],
    ["HOST", "127.0.0.1:7100", "主机名或 IP 地址"],
    ["DATABASE_URL", "mysql://x/y", "postgres://"],
    ["DATABASE_URL", "postgres://host", "postgres://"],
    ["DATABASE_POOL_SIZE", "0", "1 到 1000 之间的整数"],
    ["DEMO", "maybe", "on 或 off"],
    ["DEMO_APP_PORT", "0", "1 到 65535 之间的整数"],
    ["LOG_LEVEL", "loud", "debug"],
    ["TRUST_PROXY", "everyone", "on、off"],
    ["SESSION_DAYS", "0", "1 到 365 之间的整数"],
    ["PUBLIC_URL", "school.example", "http:// 或 https://"],
    ["CORS_ORIGINS", "https://school.example/page", "来源"],
    ["APP_NETWORKS", "10.0.0.0/33", "网段"],
    ["APP_NETWORKS", "intranet.school.example", "网段"],
    ["METRICS_ALLOW", "10.0.0.0/33", "网段"],
    ["METRICS_ALLOW", "everyone", "网段"],
    ["API_PAGES", "on", "open、closed、local"],
    ["DRAIN_SECONDS", "121", "0 到 120"],
    ["PROOF_OF_WORK", "none", "整数"],
    ["SECOND_FACTOR", "maybe", "required 或 offered"],
  ])("%s=%s", (name, given, wanted) => {
    const message = refusal({ [name]: given });
    expect(message.split("\n")).toHaveLength(1);
    expect(message).toContain(`环境变量 ${name} 的值“${given}”`);
    expect(message).toContain(wanted);
  });

  test("several faults are several lines", () => {
    expect(refusal({ PORT: "x", DEMO: "y" }).split("\n")).toHaveLength(2);
  });

  test.each([
    ["DATABASE_URL", "http://root:hunter2@db/x", "http://***@db/x"],
    ["DATABASE_OWNER_URL", "root:hunter2@db/x", "***@db/x"],
    ["DATABASE_REPLICA_URL", "http://root:hunter2@db/x", "http://***@db/x"],
    ["DATABASE_URL", "http://db/x?password=hunter2", "http://db/x?***"],
    ["DATABASE_URL", "host=db user=root password=hunter2 dbname=x", "***"],
    ["DATABASE_URL", "postgres://root:hunter2#@db/x", "***"],
    ["DATABASE_URL", "root:hunter2", "***"],
  ])("a password in a wrong %s is not shown: %s", (name, given, shown) => {
    const message = refusal({ [name]: given });
    expect(message).toContain(`“${shown}”`);
    expect(message).not.toContain("hunter2");
  });

  test("a secret that is too short is not shown", () => {
    const message = refusal({ METRICS_TOKEN: "hunter2" });
    expect(message).toContain("METRICS_TOKEN");
    expect(message).not.toContain("hunter2");
  });

  test("who owns the tables, and a copy of them, are those of a database server", () => {
    for (const name of ["DATABASE_OWNER_URL", "DATABASE_REPLICA_URL"]) {
      expect(refusal({ [name]: "postgres://u:p@db/x" })).toContain(`${name} 只能与 DATABASE_URL`);
    }
  });

  test("two servers cannot share a port", () => {
    expect(refusal({ PORT: "7101" })).toContain("DEMO_APP_PORT");
    expect(readConfig({ PORT: "7101", DEMO: "off" }).port).toBe(7101);
  });
});

function refusal(environment: Record<string, string>): string {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  throw new Error("it was not refused");
}
