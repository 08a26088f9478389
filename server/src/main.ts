import cluster from "node:cluster";
import { isIPv6 } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { buildApp } from "./app.ts";
import { registerOwnModules } from "./catalogue/registry/own-modules.ts";
import { type Config, readConfig } from "./platform/config.ts";
import { type ConnectedDatabase, connectDatabase } from "./database/connect.ts";
import { migrate } from "./database/migrate.ts";
import { enableRowSecurity } from "./database/row-security.ts";
import { bringDemoIn, demoSubjects, demoWeb, hasDemoLeft, openDemoApps } from "./startup/demo.ts";
import { exitWith, StartFailure } from "./startup/failure.ts";
import { giveMemoryBack } from "./startup/give-memory-back.ts";
import { pageBuilt } from "./startup/page-build.ts";
import { explainListening, findFree } from "./startup/port.ts";
import { Progress } from "./startup/progress.ts";
import { describeDemoPeople } from "./startup/demo-people.ts";
import { gatherMetrics, startWorkers } from "./startup/workers.ts";

/** Milliseconds after which closing is cut short; they begin after `DRAIN_SECONDS`. */
const STOP_WITHIN_MS = 20_000;

const NO_ROW_SECURITY =
  "注意：数据库的行级隔离没有启用，因为没有可用的角色 schoolgate_app，请按 docs/tenancy.md 建立它。";

const DEMO_LEFT =
  "注意：DEMO=off，但这个数据库里有演示区的人员，他们的密码是公开的。有真实用户的平台请用 DATA_DIR 或 DATABASE_URL 换一个空的数据库。";

/** Closers of everything opened so far. A stop calls them in the opposite order, also in the middle of a start. */
const opened: (() => Promise<unknown>)[] = [];
let stopping = false;
/** Announces a stop (`/readyz`) and serves on for the drain time. */
let sayStopping = async (): Promise<void> => {};

for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => void stop());
try {
  await start(readConfig());
} catch (error) {
  if (!stopping) await exitWith(error);
}

async function start(given: Config): Promise<void> {
  if (cluster.isWorker) {
    const database = await openDatabase(given);
    await enableRowSecurity(database.db);
    await serve(given, database);
    return;
  }
  const progress = new Progress(given.demo ? 5 : 4);
  const config = { ...given, port: await findFree(given.host, given.port, "PORT") };
  if (config.demo) await findFree(config.host, config.demoAppPort, "DEMO_APP_PORT");
  const database = await prepare(config, progress);
  await pageBuilt();
  const faults = config.separateAdmins ? await dutyFaultsIn(database) : undefined;
  const people = config.demo ? await describeDemoPeople(database.everySchool) : undefined;
  const subjects = config.demo ? await demoSubjects(database.everySchool) : [];

  const address = await (config.workers === 1
    ? serve(config, database, progress)
    : serveByWorkers(config, progress));
  if (config.demo) opened.push(await openDemoApps(config, subjects));
  progress.done();

  progress.say(`\n学门已启动：${config.publicUrl ?? shown(address)}/platformEntry/`);
  if (people !== undefined) progress.say(people);
  if (faults !== undefined) progress.say(["三员分立已开启。", ...faults].join("\n"));
}

/** Returns a line for each person with the rights of two duties, and one for the duties that nobody has (GR-07). */
async function dutyFaultsIn({ everySchool }: ConnectedDatabase): Promise<string[]> {
  const { dutyFaults } = await import("./admin/duty.ts");
  return dutyFaults(everySchool, new Date());
}

async function openDatabase(config: Config): Promise<ConnectedDatabase> {
  const database = await connectDatabase(config, (error) => void exitWith(error));
  opened.push(database.close);
  return database;
}

/** Opens and migrates the database, imports the demo where it is wanted, and enables row-level security. */
async function prepare(config: Config, progress: Progress): Promise<ConnectedDatabase> {
  progress.begin("打开数据库");
  const database = await openDatabase(config);
  const { db, everySchool, engine } = database;
  progress.done(engine === "embedded" ? `内置数据库，位于 ${config.dataDir}` : "PostgreSQL 服务器");

  progress.begin("准备数据表");
  const applied = await migrate(db);
  progress.done(applied.length === 0 ? "已是最新" : `执行了 ${applied.length} 个升级脚本`);

  if (config.demo) {
    progress.begin("准备演示区");
    const isNew = await bringDemoIn(everySchool, config, (line) => progress.say(line));
    progress.done(isNew ? "已导入" : "已经就绪");
  } else {
    // the demo's catalogue has its own tiles for them
    await registerOwnModules(everySchool);
    if (await hasDemoLeft(everySchool)) progress.say(DEMO_LEFT);
  }

  if (!(await enableRowSecurity(db))) progress.say(NO_ROW_SECURITY);
  return database;
}

/** Serves from this process; returns the address. */
async function serve(
  config: Config,
  { db, pool, openAdminSocket }: ConnectedDatabase,
  progress?: Progress,
): Promise<string> {
  progress?.begin("组装服务");
  const web = config.demo ? await demoWeb() : {};
  const options = { db, config, databasePool: pool, web };
  const app = await buildApp(cluster.isWorker ? { ...options, gatherMetrics } : options);
  await app.ready();
  giveMemoryBack();
  const closeAdminSocket = await openAdminSocket();
  progress?.done();

  progress?.begin("开始监听");
  const address = await app
    .listen({ host: config.host, port: config.port })
    .catch((error: unknown) => explainListening(error, config.host, config.port, "PORT"));
  opened.push(() => app.close(), closeAdminSocket); // a command that is cut short delays no answer
  sayStopping = async () => {
    app.shutdown.begin();
    await wait(config.drainSeconds * 1000);
  };
  return address;
}

/** Serves from workers, each with connections of its own; returns the address. */
async function serveByWorkers(config: Config, progress: Progress): Promise<string> {
  await opened.pop()?.();
  progress.begin(`启动 ${config.workers} 个服务进程`);
  const workers = await startWorkers(config.workers, config.port, (line) => progress.say(line));
  opened.push(() => workers.ended());
  sayStopping = async () => {
    workers.stop();
    await wait(config.drainSeconds * 1000);
  };
  progress.done();
  progress.begin("开始监听");
  return `http://${isIPv6(config.host) ? `[${config.host}]` : config.host}:${config.port}`;
}

async function stop(): Promise<void> {
  if (stopping) return; // a terminal's Ctrl-C reaches us twice: directly and through npm
  stopping = true;
  try {
    await sayStopping();
    cutShortLater();
    for (const close of opened.toReversed()) await close();
    process.exit(0);
  } catch (error) {
    await exitWith(error);
  }
}

/**
 * Ends the process with a failure when closing takes longer than `STOP_WITHIN_MS`: its supervisor would kill it next.
 */
function cutShortLater(): void {
  const cut = new StartFailure(
    `停止没有在 ${STOP_WITHIN_MS / 1000} 秒内完成，未答复的请求已中断。`,
  );
  setTimeout(() => void exitWith(cut), STOP_WITHIN_MS).unref();
}

/** Returns an address that a browser can open, for one that stands for all of the machine's. */
function shown(address: string): string {
  return address.replace(/\/\/(0\.0\.0\.0|\[::\])/, "//127.0.0.1");
}
