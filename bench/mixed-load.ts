/** Measures a mixed load: hundreds of people at once, and every answer must be its owner's (architecture.md, "memory"). */
import { CALLS, type CallName } from "#contract";
import { runServer } from "../e2e/harness/run-server.ts";
import { DEMO_PASSWORD, signIn } from "../e2e/harness/wire.ts";
import { ask, type Reply, type ToSend } from "./client.ts";
import { demoPeople, prepareDistrict, type DemoPerson } from "./district.ts";
import { machineLoad, percentile, row, startBare } from "./load.ts";
import { memoryMb } from "./process.ts";

const SECONDS = Number(process.argv[2] ?? 30);
const PEOPLE = Number(process.argv[3] ?? 300);
/** The pause in ms between two actions of one person. */
const PAUSE_MS = 400;
/** The number of people who sign in at a time before the load begins. */
const SIGN_INS_AT_ONCE = 8;
const TARGET_MB = 300;

/** A signed-in person, and the data that only they may get. */
interface Visitor extends DemoPerson {
  token: string;
  /** Their own data as the platform answered it before the load began. */
  own: string;
  identity: string;
  appIds: string[];
  etag: string;
}

interface Doing {
  name: string;
  /** Its share among all, as a weight. */
  weight: number;
  act(visitor: Visitor): Promise<Reply>;
  /** Returns what is wrong with the answer; undefined when nothing is. */
  fault(reply: Reply, visitor: Visitor): string | undefined;
}

const { dataDir, remove } = await prepareDistrict();
const platform = await runServer(dataDir, { LOG_LEVEL: "silent" });
const atStart = memoryMb(platform.pid);
const DOINGS: readonly Doing[] = [
  {
    name: "user/detail",
    weight: 25,
    act: (visitor) => as(visitor, "readUserDetail"),
    fault: wrongOwner,
  },
  {
    name: "apps",
    weight: 15,
    act: (visitor) => as(visitor, "readApps", { query: { identity: `${visitor.identity},all` } }),
    fault: wrongApps,
  },
  {
    name: "apps, known",
    weight: 15,
    act: (visitor) =>
      as(visitor, "readApps", {
        query: { identity: `${visitor.identity},all` },
        headers: { "if-none-match": visitor.etag },
      }),
    // what was opened since changes the answer, and then it is checked as any other
    fault: (reply, visitor) => (reply.status === 304 ? undefined : wrongApps(reply, visitor)),
  },
  {
    name: "search",
    weight: 10,
    act: (visitor) => as(visitor, "searchContent", { query: { keyword: "分数" } }),
    fault: (reply) => (reply.status === 200 ? undefined : `status ${reply.status}`),
  },
  {
    name: "has-unread",
    weight: 10,
    act: (visitor) => as(visitor, "readFeedbackUnread"),
    fault: (reply) => (reply.status === 200 ? undefined : `status ${reply.status}`),
  },
  {
    name: "save-apps",
    weight: 5,
    act: (visitor) =>
      as(visitor, "saveQuickApps", { body: { app_ids: visitor.appIds.slice(0, 6) } }),
    fault: (reply, { appIds }) =>
      same(dataOf(reply)["app_ids"], appIds.slice(0, 6)) ? undefined : "other quick apps",
  },
  {
    name: "setting",
    weight: 5,
    act: (visitor) => as(visitor, "saveSetting", { body: { theme: "color" } }),
    fault: (reply) => (reply.status === 200 ? undefined : `status ${reply.status}`),
  },
  {
    name: "app/auth",
    weight: 5,
    act: (visitor) => as(visitor, "launchApp", { body: { app_id: visitor.appIds[0] } }),
    fault: (reply) =>
      // some apps ask for the password once more
      reply.status === 200 || codeOf(reply) === 40004 ? undefined : `status ${reply.status}`,
  },
  {
    name: "event/report",
    weight: 9,
    act: (visitor) => as(visitor, "reportEvents", { body: { event: "page_view", page: "/home" } }),
    fault: (reply) => (reply.status === 200 ? undefined : `status ${reply.status}`),
  },
  {
    name: "login",
    weight: 1,
    act: async (visitor) => {
      const body = { account: visitor.account, password: DEMO_PASSWORD };
      const reply = await send("login", { body });
      if (reply.status === 200) visitor.token = String(dataOf(reply)["token"]);
      return reply;
    },
    fault: (reply) =>
      reply.status === 200 || (reply.status === 503 && reply.retryAfter > 0)
        ? undefined
        : `status ${reply.status}`,
  },
];

try {
  const visitors = await signInAll(demoPeople());
  console.log(
    `${visitors.length} people for ${SECONDS} s, one thing each every ${PAUSE_MS} ms; then the same from a bare server that answers the same bytes; ${machineLoad()}\n`,
  );
  const faults = new Map<string, string[]>();
  const answers = new Map<string, Reply>();
  const waits = await busyMorning(visitors, async (doing, visitor) => {
    const reply = await doing.act(visitor);
    const fault = doing.fault(reply, visitor);
    if (fault === undefined) answers.set(doing.name, reply);
    else noteIn(faults, doing.name, `${visitor.account}: ${fault} ${reply.text.slice(0, 200)}`);
    return reply.ms;
  });
  const { now, most } = memoryMb(platform.pid);
  const bare = await besideBare(visitors, answers);
  const heads = ["call        ", "     /s", "p50 ms", "(bare)", "p99 ms", "(bare)", "faults"];
  console.log(heads.join("  "));
  for (const { name } of DOINGS) {
    const [all = [], alone = []] = [waits.get(name), bare.get(name)];
    const cells = [
      name,
      (all.length / SECONDS).toFixed(1),
      percentile(all, 50).toFixed(1),
      `(${percentile(alone, 50).toFixed(1)})`,
      percentile(all, 99).toFixed(1),
      `(${percentile(alone, 99).toFixed(1)})`,
      faults.get(name)?.length ?? 0,
    ];
    console.log(row(heads, cells));
  }
  console.log(
    `\nmemory: ${atStart.now} MB at the start, ${now} MB at the end, ${most} MB at most (target ${TARGET_MB} MB); ${machineLoad()}`,
  );
  const told = [...faults.values()].flat();
  if (told.length > 0)
    throw new Error(`${told.length} wrong answers:\n${told.slice(0, 5).join("\n")}`);
} finally {
  await platform.stop();
  await remove();
}

/** Lets everybody do one thing after the other; resolves to the durations, by the action's name. */
async function busyMorning(
  visitors: readonly Visitor[],
  act: (doing: Doing, visitor: Visitor) => Promise<number>,
): Promise<Map<string, number[]>> {
  const waits = new Map<string, number[]>();
  const until = performance.now() + SECONDS * 1000;
  const going = visitors.map(async (visitor, nth) => {
    await new Promise((resolve) => setTimeout(resolve, (nth * PAUSE_MS) / visitors.length));
    while (performance.now() < until) {
      const doing = pick();
      const ms = await act(doing, visitor);
      noteIn(waits, doing.name, ms);
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, PAUSE_MS - ms)));
    }
  });
  await Promise.all(going);
  return waits;
}

/** Runs the same load against bare servers that answer the same bytes, one for each call. */
async function besideBare(
  visitors: readonly Visitor[],
  answers: ReadonlyMap<string, Reply>,
): Promise<Map<string, number[]>> {
  const servers = new Map<string, Awaited<ReturnType<typeof startBare>>>();
  try {
    for (const { name } of DOINGS) {
      const text = answers.get(name)?.text ?? "";
      servers.set(name, await startBare({ "content-type": "application/json" }, text));
    }
    return await busyMorning(visitors, async ({ name }) => {
      const { ms } = await ask(servers.get(name)?.url ?? "");
      return ms;
    });
  } finally {
    for (const { stop } of servers.values()) stop();
  }
}

function noteIn<T>(lists: Map<string, T[]>, name: string, value: T): void {
  const list = lists.get(name);
  if (list === undefined) lists.set(name, [value]);
  else list.push(value);
}

async function signInAll(people: readonly DemoPerson[]): Promise<Visitor[]> {
  const step = Math.max(1, Math.floor(people.length / PEOPLE));
  const chosen = people.filter((_, nth) => nth % step === 0).slice(0, PEOPLE);
  const visitors: Visitor[] = [];
  const rest = chosen.values();
  const signInOne = async (person: DemoPerson): Promise<void> => {
    const token = await signIn(platform.origin, person.account);
    const visitor = { ...person, token, own: "", identity: "", appIds: [], etag: "" };
    const answer = await as(visitor, "readUserDetail");
    const detail = dataOf(answer);
    // whose school is disabled is refused nearly everything: no part of the load
    if ((detail["school"] as { is_abled?: boolean } | null)?.is_abled !== true) return;
    const identity = String(detail["identity"]);
    const reply = await as(visitor, "readApps", { query: { identity: `${identity},all` } });
    const ready = {
      ...visitor,
      identity,
      own: ownOf(detail),
      appIds: idsOf(reply),
      etag: reply.etag,
    };
    if (detail["account"] !== person.account)
      throw new Error(`${person.account} is somebody else: ${answer.text}`);
    visitors.push(ready);
  };
  const door = async (): Promise<void> => {
    for (const person of rest) await signInOne(person);
  };
  await Promise.all(Array.from({ length: SIGN_INS_AT_ONCE }, door));
  const ids = new Set(visitors.map(({ own }) => own));
  if (ids.size !== visitors.length) throw new Error("two people are told the same of themselves");
  return visitors;
}

function wrongOwner(reply: Reply, { own, account }: Visitor): string | undefined {
  const detail = dataOf(reply);
  return detail["account"] === account && ownOf(detail) === own ? undefined : "somebody else";
}

function wrongApps(reply: Reply, { appIds }: Visitor): string | undefined {
  return same(idsOf(reply), appIds) ? undefined : "other apps";
}

/** Returns the fields that identify a person and their school, as JSON. */
function ownOf(detail: Record<string, unknown>): string {
  const { id, account, name, identity, school } = detail;
  return JSON.stringify({ id, account, name, identity, school });
}

function idsOf(reply: Reply): string[] {
  const apps = dataOf(reply)["apps"];
  return Array.isArray(apps) ? (apps as { id: string }[]).map(({ id }) => id) : [];
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function bodyOf({ text }: Reply): { code: number; data: Record<string, unknown> | null } {
  return text === "" ? { code: 0, data: null } : (JSON.parse(text) as ReturnType<typeof bodyOf>);
}
function dataOf(reply: Reply): Record<string, unknown> {
  return bodyOf(reply).data ?? {};
}
function codeOf(reply: Reply): number {
  return bodyOf(reply).code;
}

type Asked = ToSend & { query?: Record<string, string> };

function as({ token }: Visitor, name: CallName, { headers, ...asked }: Asked = {}): Promise<Reply> {
  return send(name, { ...asked, headers: { ...headers, authorization: `Bearer ${token}` } });
}

function send(name: CallName, { query, ...asked }: Asked): Promise<Reply> {
  const { method, path } = CALLS[name];
  const search = query === undefined ? "" : `?${new URLSearchParams(query)}`;
  return ask(platform.origin + path + search, { ...asked, method });
}

function pick(): Doing {
  let place = Math.random() * DOINGS.reduce((sum, { weight }) => sum + weight, 0);
  const found = DOINGS.find(({ weight }) => (place -= weight) < 0) ?? DOINGS[0];
  if (found === undefined) throw new Error("Nothing to do");
  return found;
}
