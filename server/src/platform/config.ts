import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { readDelivery, type DeliveryConfig } from "./delivery-config.ts";
import { readS3, type S3Config } from "./s3-config.ts";
import {
  hostName,
  integerIn,
  keys,
  longSecret,
  networks,
  onOrOff,
  origins,
  postgresUrl,
  proxies,
  webUrl,
  type Parse,
} from "./setting-values.ts";

/** The days for which an entry of the audit is kept at least: the Cybersecurity Law wants logs kept for six months, of 184 days at most. */
export const MIN_AUDIT_DAYS = 184;
const GB = 1_000_000_000;

/** Everything an operator can set, read from the environment once. Nobody else reads it. */
export interface Config extends DeliveryConfig {
  readonly port: number;
  readonly host: string;
  /** The absolute path of the data directory: the embedded database and whatever else this machine keeps. */
  readonly dataDir: string;
  /** The address of a PostgreSQL server; absent: the embedded database in `dataDir` (OP-02). */
  readonly databaseUrl?: string;
  /** The same database for the owner of its tables; absent: the connecting role owns them. */
  readonly databaseOwnerUrl?: string;
  /** A copy of the database that follows it, for what may be read a second late. */
  readonly databaseReplicaUrl?: string;
  /** The most connections that a node opens to a PostgreSQL server. */
  readonly databasePoolSize: number;
  /** Nodes behind the one port, each a process of its own; 1 on the embedded database, which one process alone may open. */
  readonly workers: number;
  /** True imports the demo district and shows its people on the sign-in page. */
  readonly demo: boolean;
  /** The port of the demo's app server. */
  readonly demoAppPort: number;
  readonly logLevel: LogLevel;
  /** Proxies whose `X-Forwarded-*` headers are trusted: none, whoever connects, or these addresses. */
  readonly trustProxy: boolean | readonly string[];
  /** Days a session lasts without being used. */
  readonly sessionDays: number;
  /** Days an entry of the audit is kept. */
  readonly auditDays: number;
  /** The address people type, when a proxy stands in front; without a trailing slash. */
  readonly publicUrl?: string;
  /** The S3-compatible store that files are in; absent: the folder `files` in `dataDir`. */
  readonly s3?: S3Config;
  /** Internal addresses and networks in which apps may run: our servers call the addresses that entries name there. */
  readonly appNetworks: readonly string[];
  /** Internal addresses and networks in which providers of rosters may run: our servers read them by night. */
  readonly rosterNetworks: readonly string[];
  /** Internal addresses and networks that push services of browsers may stand in (IN-05). */
  readonly pushNetworks: readonly string[];
  /** Days for which leavers are kept where the school has no rule of its own; 0: always (AD-07). */
  readonly leaverDays: number;
  /** Bytes that the files of a school's members take at most. */
  readonly schoolFileBytes: number;
  /** Minutes without use after which administration wants a fresh proof; 0: never (GR-08). */
  readonly adminIdleMinutes: number;
  /** Addresses and networks from which administration is possible; none: from everywhere (GR-08). */
  readonly adminNetworks: readonly string[];
  /** True keeps the duties of system, security and audit with different people (GR-07). */
  readonly separateAdmins: boolean;
  /** Origins whose pages may call this server from a browser, beside its own. */
  readonly corsOrigins: readonly string[];
  /** Addresses and networks that see `/metrics`, and the API page where that is `local`. */
  readonly metricsAllow: readonly string[];
  /** The token that opens `/metrics` from any other address, as `Authorization: Bearer`. */
  readonly metricsToken?: string;
  /** Visibility of `/openapi.json` and `/docs/api/`: for everybody, nobody, or the addresses of `metricsAllow`. */
  readonly apiPages: "open" | "closed" | "local";
  /** Seconds between saying that this node stops (`/readyz`) and taking no more connections. */
  readonly drainSeconds: number;
  /** Thousands of hashes that a client computes on average before it may guess on (SE-09). */
  readonly proofOfWork: number;
  /**
   * `required` demands a second factor of whoever runs schools or the platform; `offered` leaves it to them (SE-10).
   */
  readonly secondFactor: "required" | "offered";
  /** True lets the page install its service worker for use without a network; false removes it and its cache. */
  readonly serviceWorker: boolean;
  /** Keys that seal secrets at rest; the first seals new ones. Absent: see server/src/sign-in/factor/sealed.ts. */
  readonly secretsKeys: readonly string[];
}

const POSTGRES_URL =
  " postgres://用户:密码@主机:端口/数据库 形式的地址，密码里的 @ : / # ? % 要写成 %40 这样的编码";
const API_PAGES = ["open", "closed", "local"] as const;
const LOG_LEVELS = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];
const SECOND_FACTOR = ["required", "offered"] as const;

/** Thrown for settings that cannot be used. The message has one Chinese sentence for each. */
export class ConfigError extends Error {
  override name = "ConfigError";
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads and checks the whole configuration; throws `ConfigError` naming every variable that is wrong. */
export function readConfig(environment: Environment = process.env): Config {
  const faults: string[] = [];
  const read = <T>(name: string, wanted: string, fallback: T, parse: Parse<T>): T => {
    const given = environment[name]?.trim();
    if (given === undefined || given === "") return fallback;
    const value = parse(given);
    if (value !== undefined) return value;
    faults.push(`环境变量 ${name} 的值“${printable(name, given)}”无法使用：应为${wanted}。`);
    return fallback;
  };

  const databaseUrl = read("DATABASE_URL", POSTGRES_URL, undefined, postgresUrl);
  const databaseOwnerUrl = read("DATABASE_OWNER_URL", POSTGRES_URL, undefined, postgresUrl);
  const databaseReplicaUrl = read("DATABASE_REPLICA_URL", POSTGRES_URL, undefined, postgresUrl);
  const publicUrl = read("PUBLIC_URL", " http:// 或 https:// 开头的地址", undefined, webUrl);
  const metricsToken = read("METRICS_TOKEN", "至少 16 个字符的密钥", undefined, longSecret);
  const demo = read("DEMO", " on 或 off", databaseUrl === undefined, onOrOff);
  const delivery = readDelivery(environment, faults);
  const s3 = readS3(environment, faults);
  const config: Config = {
    port: read("PORT", " 0 到 65535 之间的整数", 7100, integerIn(0, 65_535)),
    host: read("HOST", "主机名或 IP 地址（不带端口和协议）", "127.0.0.1", hostName),
    dataDir: resolve(environment["DATA_DIR"]?.trim() || "data"),
    ...(databaseUrl !== undefined && { databaseUrl }),
    ...(databaseOwnerUrl !== undefined && { databaseOwnerUrl }),
    ...(databaseReplicaUrl !== undefined && { databaseReplicaUrl }),
    workers: read("WORKERS", " auto 或 1 到 64 之间的整数", 1, (given) =>
      given.toLowerCase() === "auto"
        ? databaseUrl === undefined
          ? 1
          : availableParallelism()
        : integerIn(1, 64)(given),
    ),
    databasePoolSize: read("DATABASE_POOL_SIZE", " 1 到 1000 之间的整数", 20, integerIn(1, 1000)),
    demo,
    demoAppPort: read("DEMO_APP_PORT", " 1 到 65535 之间的整数", 7101, integerIn(1, 65_535)),
    logLevel: read("LOG_LEVEL", ` ${LOG_LEVELS.join("、")} 之一`, "info", logLevel),
    trustProxy: read("TRUST_PROXY", " on、off，或以逗号分隔的代理地址", false, proxies),
    sessionDays: read("SESSION_DAYS", " 1 到 365 之间的整数", 30, integerIn(1, 365)),
    auditDays: read(
      "AUDIT_DAYS",
      ` ${MIN_AUDIT_DAYS} 到 36500 之间的整数`,
      1095,
      integerIn(MIN_AUDIT_DAYS, 36_500),
    ),
    ...(publicUrl !== undefined && { publicUrl }),
    ...(s3 !== undefined && { s3 }),
    ...delivery,
    // the demo's apps stand on this machine
    appNetworks: read(
      "APP_NETWORKS",
      "以逗号分隔的 IP 地址或网段",
      demo ? ["127.0.0.0/8", "::1"] : [],
      networks,
    ),
    pushNetworks: read("PUSH_NETWORKS", "以逗号分隔的 IP 地址或网段", [], networks),
    rosterNetworks: read("ROSTER_NETWORKS", "以逗号分隔的 IP 地址或网段", [], networks),
    leaverDays: read("LEAVER_DAYS", " 0 或 30 到 3650 之间的整数", 365, (given) =>
      given === "0" ? 0 : integerIn(30, 3650)(given),
    ),
    schoolFileBytes:
      read("SCHOOL_FILES_GB", " 1 到 100000 之间的整数", 200, integerIn(1, 100_000)) * GB,
    adminIdleMinutes: read("ADMIN_IDLE_MINUTES", " 0 到 1440 之间的整数", 30, integerIn(0, 1440)),
    adminNetworks: read("ADMIN_NETWORKS", "以逗号分隔的 IP 地址或网段", [], networks),
    separateAdmins: read("SEPARATE_ADMINS", " on 或 off", false, onOrOff),
    corsOrigins: read("CORS_ORIGINS", "以逗号分隔的 https://主机 形式的来源", [], origins),
    metricsAllow: read(
      "METRICS_ALLOW",
      "以逗号分隔的 IP 地址或网段",
      ["127.0.0.0/8", "::1"],
      networks,
    ),
    ...(metricsToken !== undefined && { metricsToken }),
    apiPages: read("API_PAGES", ` ${API_PAGES.join("、")} 之一`, "local", (given) =>
      API_PAGES.find((one) => one === given.toLowerCase()),
    ),
    drainSeconds: read("DRAIN_SECONDS", " 0 到 120 之间的整数", 0, integerIn(0, 120)),
    proofOfWork: read(
      "PROOF_OF_WORK",
      " 1 到 100000 之间的整数（千次运算）",
      200,
      integerIn(1, 100_000),
    ),
    secondFactor: read(
      "SECOND_FACTOR",
      " required 或 offered",
      demo ? "offered" : "required",
      (given) => SECOND_FACTOR.find((one) => one === given.toLowerCase()),
    ),
    serviceWorker: read("SERVICE_WORKER", " on 或 off", true, onOrOff),
    secretsKeys: read("SECRETS_KEY", "以逗号分隔的密钥，每个至少 32 个字符", [], keys),
  };
  if (config.demo && config.port === config.demoAppPort) {
    faults.push(
      `环境变量 DEMO_APP_PORT 与 PORT 不能相同：两者都是 ${config.port}，请为演示应用另选一个端口。`,
    );
  }
  if (config.workers > 1 && databaseUrl === undefined) {
    faults.push(
      "内置数据库只能由一个进程打开：WORKERS 大于 1 时，请用环境变量 DATABASE_URL 指定一个 PostgreSQL 服务器。",
    );
  }
  if (databaseOwnerUrl !== undefined && databaseUrl === undefined) {
    faults.push(
      "环境变量 DATABASE_OWNER_URL 只能与 DATABASE_URL 一起使用：内置数据库没有另外的所有者。",
    );
  }
  if (databaseReplicaUrl !== undefined && databaseUrl === undefined) {
    faults.push("环境变量 DATABASE_REPLICA_URL 只能与 DATABASE_URL 一起使用：内置数据库没有副本。");
  }
  if (faults.length > 0) throw new ConfigError(faults.join("\n"));
  return config;
}

/** Returns which of these options of a command npm took for its own: it does so with all that stand before `--`. */
export function takenByNpm(
  options: readonly string[],
  environment: Environment = process.env,
): string[] {
  return options.filter(
    (option) => environment[`npm_config_${option.replaceAll("-", "_")}`] !== undefined,
  );
}

function logLevel(given: string): LogLevel | undefined {
  return LOG_LEVELS.find((level) => level === given.toLowerCase());
}

/** Returns a setting's value for a message; a secret and the password in a database address are hidden. */
function printable(name: string, given: string): string {
  if (SECRET_NAMES.test(name)) return "***";
  if (!/^DATABASE_.*URL$/.test(name)) return given;
  // of what is no address nobody can tell where its password stands
  if (!URL.canParse(given) || !/:\/\/|@/.test(given)) return "***";
  return given.replace(/^(\w+:\/\/)?.*@/, "$1***@").replace(/\?.*$/, "?***");
}

const SECRET_NAMES = /TOKEN|SECRET|KEYS?$/;
