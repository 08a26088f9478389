import { randomBytes } from "node:crypto";
import { hostname } from "node:os";
import type { PostgresPool, PostgresPoolClient } from "kysely";
import pg from "pg";
import type { PoolState } from "./pool-state.ts";
import { asPoolClient, sendStatement } from "./prepared-client.ts";
import { prepareScope } from "./scoped-query.ts";
import { codeOf, DatabaseUnavailable, isUnreachable } from "./unavailable.ts";
import { valueTypes } from "./value-types.ts";

/** Milliseconds to connect within. Shorter than a browser waits (RQ-06), so that it is told to come back. */
const CONNECT_WITHIN_MS = 5000;
/** Milliseconds within which every statement answers; beyond it the server is taken for gone. */
const ANSWER_WITHIN_MS = 30_000;
const KEEP_ALIVE_AFTER_MS = 10_000;
const IDLE_IN_TRANSACTION_MS = 120_000;
/**
 * Matches statements that the time limit holds for; scripts of migrations and maintenance take as long as they need.
 */
const IN_TIME = /^\s*(select|insert|update|delete|with|begin|start|commit|rollback|savepoint)\b/;

/** The question whether a server only follows another one. */
const FOLLOWS = "select pg_is_in_recovery() as follows";

/** The `application_name` of this process on the server, unique to it (63 bytes at most). */
const PROCESS_NAME = `schoolgate ${hostname().slice(0, 30)}:${process.pid}:${randomBytes(3).toString("hex")}`;

export interface ServerPool {
  readonly pool: PostgresPool;
  state(): PoolState;
  /** Runs every connection from now on as this role. */
  takeRole(role: string): Promise<void>;
}

interface Opening {
  /** Milliseconds within which every statement answers. */
  answerWithinMs?: number;
  /** True where the server may be a standby, which is read only. */
  mayFollow?: boolean;
}

/**
 * Connects to a PostgreSQL server; throws `DatabaseUnavailable` with a sentence for the operator. No connection leads to a
 * standby, unless it may: behind a name that moves, the one that was the primary can be one now.
 */
export async function openServer(
  url: string,
  poolSize: number,
  { answerWithinMs = ANSWER_WITHIN_MS, mayFollow = false }: Opening = {},
): Promise<ServerPool> {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    application_name: PROCESS_NAME,
    types: valueTypes,
  });
  // a connection that broke while idle: the pool drops it, and whoever asks next gets a new one or an error
  pool.on("error", () => {});
  try {
    await assertUsable(pool, mayFollow);
  } catch (error) {
    await pool.end();
    throw error instanceof DatabaseUnavailable
      ? error
      : new DatabaseUnavailable(sentenceFor(error, url), { cause: error });
  }
  const wanted: WantedRole = { role: undefined };
  return {
    pool: withPreparedStatements(pool, answerWithinMs, { wanted, mayFollow }),
    takeRole: async (role) => {
      wanted.role = role;
    },
    state: () => ({
      max: poolSize,
      open: pool.totalCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
  };
}

async function assertUsable(pool: pg.Pool, mayFollow: boolean): Promise<void> {
  if (!mayFollow) await assertPrimary(pool);
  const { rows } = await pool.query<{ encoding: string }>(
    "select current_setting('server_encoding') as encoding",
  );
  const encoding = rows[0]?.encoding;
  if (encoding === "UTF8") return;
  throw new DatabaseUnavailable(
    `数据库的编码是 ${encoding}，存不下中文姓名，请用 UTF8 编码重新创建这个数据库。`,
  );
}

async function assertPrimary(client: pg.Pool | pg.PoolClient): Promise<void> {
  const query = { text: FOLLOWS, query_timeout: CONNECT_WITHIN_MS };
  const { rows } = await client.query<{ follows: boolean }>(query as pg.QueryConfig);
  if (rows[0]?.follows !== true) return;
  throw new DatabaseUnavailable(
    "这个数据库服务器是只读的备库，请把 DATABASE_URL 指向主库，或等待主备切换完成。",
  );
}

interface WantedRole {
  role: string | undefined;
}

/** The role that each connection has been set to since it was opened. */
type Readied = WeakMap<pg.PoolClient, { role: string | undefined }>;

interface Readying {
  readonly wanted: WantedRole;
  readonly mayFollow: boolean;
}

async function ready(
  client: pg.PoolClient,
  readied: Readied,
  { wanted: { role }, mayFollow }: Readying,
): Promise<void> {
  const known = readied.get(client);
  if (known !== undefined && known.role === role) return;
  const query_timeout = CONNECT_WITHIN_MS;
  if (known === undefined) {
    if (!mayFollow) await assertPrimary(client);
    await prepareScope(client, query_timeout);
  }
  if (role !== undefined) {
    const text = `set role ${pg.escapeIdentifier(role)}`;
    await client.query({ text, query_timeout } as pg.QueryConfig);
  }
  readied.set(client, { role });
}

function withPreparedStatements(
  pool: pg.Pool,
  answerWithinMs: number,
  readying: Readying,
): PostgresPool {
  const readied: Readied = new WeakMap();
  const wrapped = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  const wrap = (client: pg.PoolClient): PostgresPoolClient => {
    const known = wrapped.get(client);
    if (known) return known;
    const fresh = wrapClient(client, answerWithinMs);
    wrapped.set(client, fresh);
    return fresh;
  };
  return {
    connect: async () => {
      const client = await pool.connect();
      const wrappedClient = wrap(client);
      try {
        await ready(client, readied, readying);
      } catch (error) {
        client.release(true);
        throw error;
      }
      return wrappedClient;
    },
    end: () => pool.end(),
    options: pool.options,
  };
}

/**
 * Wraps a connection so that it is discarded once an answer did not come: a new one may lead to the server that has
 * taken over.
 */
function wrapClient(client: pg.PoolClient, answerWithinMs: number): PostgresPoolClient {
  let isLost = false;
  // the statement under way fails as well; unheard, this would end the process
  client.on("error", () => {
    isLost = true;
  });
  const send = async (sql: string, parameters: readonly unknown[]) => {
    if (isLost) throw new DatabaseUnavailable("这个数据库连接已经中断。");
    try {
      return await sendStatement(client, sql, parameters, {
        withinMs: IN_TIME.test(sql) ? answerWithinMs : 0,
      });
    } catch (error) {
      isLost ||= isUnreachable(error);
      throw error;
    }
  };
  return asPoolClient(send, (destroy) => client.release(destroy === true || isLost));
}

function sentenceFor(error: unknown, address: string): string {
  const url = new URL(address);
  const at = `${url.hostname || "本机"}:${url.port || 5432}`;
  const database = decoded(url.pathname.slice(1));
  const user = decoded(url.username);
  const said = error instanceof Error ? error.message : "";
  // what pg finds itself has no code
  const code = codeOf(error) ?? (/password must be a string/i.test(said) ? "28P01" : "");
  const tls = tlsSentence(error, at);
  if (tls !== undefined) return tls;
  switch (code) {
    case "ECONNREFUSED":
      return `数据库 ${at} 拒绝连接，请确认 PostgreSQL 已启动，并核对 DATABASE_URL 的主机和端口。`;
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return `找不到数据库主机 ${url.hostname}，请核对 DATABASE_URL 的主机名。`;
    case "28P01":
    case "28000":
      return `数据库 ${at} 不接受用户 ${user} 的登录，请核对 DATABASE_URL 的用户名和密码。`;
    case "3D000":
      return `数据库服务器 ${at} 上没有名为 ${database} 的数据库，请先创建它，或核对 DATABASE_URL。`;
    case "42501":
      return `用户 ${user} 无权使用数据库 ${database}，请在 PostgreSQL 中授予权限。`;
    case "53300":
      return `数据库 ${at} 的连接数已满，请调大 PostgreSQL 的 max_connections，或调小 DATABASE_POOL_SIZE。`;
    case "57P03":
      return `数据库 ${at} 正在启动或关闭，请稍后再试。`;
    default:
      return `连接不上数据库 ${at}（${code || "没有应答"}），请检查网络、防火墙和 DATABASE_URL。`;
  }
}

/** Returns the sentence for a connection that fails at its encryption; undefined for any other. */
function tlsSentence(error: unknown, at: string): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { message, path, syscall } = error as NodeJS.ErrnoException;
  const code = codeOf(error) ?? "";
  if (message === "The server does not support SSL connections") {
    return `数据库 ${at} 没有启用 TLS，请在 PostgreSQL 中打开 ssl，或去掉 DATABASE_URL 里的 sslmode。`;
  }
  if (path !== undefined && syscall !== "connect") {
    return `读不到 TLS 文件 ${path}（${code}），请核对 DATABASE_URL 的 sslrootcert、sslcert 和 sslkey。`;
  }
  if (/^ERR_(OSSL|SSL)/.test(code)) {
    return `数据库 ${at} 的 TLS 无法建立（${code}），请核对 DATABASE_URL 的 sslrootcert、sslcert 和 sslkey 所指的文件。`;
  }
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID") {
    return `数据库 ${at} 的 TLS 证书是发给别的主机名的，请把 DATABASE_URL 的主机名写成证书上的名称，或换一张证书。`;
  }
  if (/CERT|UNABLE_TO_/.test(code)) {
    return `数据库 ${at} 的 TLS 证书没有通过验证（${code}），请用 DATABASE_URL 的 sslrootcert 指定签发它的 CA 证书，或换一张证书。`;
  }
  return undefined;
}

/** Returns a part of an address without its percent signs; as it is where one means nothing. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
