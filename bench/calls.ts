/** Measures each call's rate and latency against bare node:http (architecture.md, "Speed of the server"). */
import { CALLS, type CallName } from "#contract";
import { runServer } from "../e2e/harness/run-server.ts";
import { call, signIn } from "../e2e/harness/wire.ts";
import { demoPeople, openSessions, prepareDistrict } from "./district.ts";
import { machineLoad, median, row, shoot, startBare, type Measured, type Shot } from "./load.ts";

const SECONDS = Number(process.argv[2] ?? 4);
const ROUNDS = 3;
const CONNECTIONS = 20;
/** The number of people who write: one person's writes would only wait for each other's row. */
const WRITERS = 20;
/** The number of people who call in turn, so that no answer comes from a cache. */
const IN_TURN = 2000;
const TARGET_IN_TURN = 0.35;
/** The least rate as a part of the bare server's; architecture.md sets it for the calls that every page makes. */
const TARGET = 0.6;
const TARGET_P99 = 4;

interface Case {
  name: string;
  target?: number;
  shots: readonly Shot[] | (() => Promise<readonly Shot[]>);
}

const { dataDir, remove } = await prepareDistrict();
const people = demoPeople().slice(WRITERS, WRITERS + IN_TURN);
const tokensInTurn = await openSessions(
  dataDir,
  people.map(({ account }) => account),
);
const platform = await runServer(dataDir, { LOG_LEVEL: "silent" });
try {
  console.log(
    `${ROUNDS} rounds of ${SECONDS} s each, ${CONNECTIONS} connections; medians; the bare server answers the same bytes; ${machineLoad()}\n`,
  );
  const heads = [
    "call                      ",
    "platform/s",
    "  bare/s",
    "ratio",
    "  p99 ms (bare)",
    "faults",
  ];
  console.log(heads.join("  "));
  for (const { name, target, shots: given } of await casesOf()) {
    const shots = typeof given === "function" ? await given() : given;
    const bare = await bareFor(shots[0]);
    const ours: Measured[] = [];
    const theirs: Measured[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      ours.push(await shoot(shots, SECONDS, CONNECTIONS));
      theirs.push(
        await shoot(
          shots.map((shot) => ({ ...shot, url: bare.url, want: 200 })),
          SECONDS,
          CONNECTIONS,
        ),
      );
    }
    bare.stop();
    const ratio = median(ours.map(({ rate }, nth) => rate / (theirs[nth]?.rate ?? 1)));
    const [p99, bareP99] = [
      median(ours.map((one) => one.p99)),
      median(theirs.map((one) => one.p99)),
    ];
    const missed = [
      ...(target !== undefined && ratio < target ? [`below ${target * 100} %`] : []),
      ...(target !== undefined && p99 > TARGET_P99 * bareP99 ? [`p99 above ${TARGET_P99}x`] : []),
    ];
    const cells = [
      name,
      median(ours.map(({ rate }) => rate)).toFixed(0),
      median(theirs.map(({ rate }) => rate)).toFixed(0),
      `${(ratio * 100).toFixed(0)} %`,
      `${p99} (${bareP99})`,
      ours.reduce((sum, { faults }) => sum + faults, 0),
    ];
    console.log(`${row(heads, cells)}  ${missed.join(", ")}`);
  }
  console.log(`\n${machineLoad()}`);
} finally {
  await platform.stop();
  await remove();
}

async function casesOf(): Promise<Case[]> {
  const headers = {
    authorization: `Bearer ${await signIn(platform.origin, "linlan")}`,
    identity: "teacher",
    client: "web",
  };
  const apps = `${address("readApps")}?identity=teacher,all`;
  const search = new URLSearchParams({ keyword: "春天", page: "1", page_size: "12" });
  const tokens: string[] = [];
  for (const { account } of demoPeople().slice(0, WRITERS)) {
    tokens.push(await signIn(platform.origin, account));
  }
  const asWriters = (name: CallName, bodyOf: (nth: number, token: string) => Promise<unknown>) =>
    Promise.all(
      tokens.map(async (token, nth) => ({
        url: address(name),
        headers: { authorization: `Bearer ${token}`, client: "web" },
        want: 200,
        body: await bodyOf(nth, token),
      })),
    );
  const saved = await asWriters("saveQuickApps", async (_nth, token) => {
    const { body } = await call(platform.origin, "readUserDetail", {}, { token });
    const identity = `${body.data.identity},all`;
    const apps = await call(platform.origin, "readApps", { identity }, { token });
    return { app_ids: apps.body.data.apps.slice(0, 6).map(({ id }) => id) };
  });
  const set = await asWriters("saveSetting", async (nth) => ({
    theme: nth % 2 === 0 ? "color" : "monochrome",
  }));
  return [
    {
      name: "user/detail",
      target: TARGET,
      shots: [{ url: address("readUserDetail"), headers, want: 200 }],
    },
    { name: "apps, 200", target: TARGET, shots: [{ url: apps, headers, want: 200 }] },
    {
      name: `user/detail, ${tokensInTurn.length} people`,
      target: TARGET_IN_TURN,
      shots: tokensInTurn.map((token) => asked(address("readUserDetail"), token)),
    },
    {
      name: `apps, ${tokensInTurn.length} people`,
      target: TARGET_IN_TURN,
      // whoever asks for everybody's apps acts under their own identity
      shots: tokensInTurn.map((token) => asked(`${address("readApps")}?identity=all`, token)),
    },
    {
      name: "apps, 304",
      target: TARGET,
      // read when its turn comes: the demo's apps have set their badges by then
      shots: async () => {
        const etag = (await fetch(apps, { headers })).headers.get("etag") ?? "";
        return [{ url: apps, headers: { ...headers, "if-none-match": etag }, want: 304 }];
      },
    },
    {
      name: "search",
      // a person searches once at a time
      shots: tokens.map((token) => asked(`${address("searchContent")}?${search}`, token)),
    },
    { name: "save-apps", shots: saved },
    { name: "setting", shots: set },
  ];
}

function asked(url: string, token: string): Shot {
  return { url, headers: { authorization: `Bearer ${token}`, client: "web" }, want: 200 };
}

function address(name: CallName): string {
  return platform.origin + CALLS[name].path;
}

/** Starts a bare server with the platform's own answer to the first of the shots. */
async function bareFor(shot: Shot | undefined) {
  if (shot === undefined) throw new Error("Nothing to measure");
  const { url, headers, body } = shot;
  const { "if-none-match": _, ...unconditional } = headers;
  const post = {
    method: "POST",
    headers: { ...unconditional, "content-type": "application/json" },
    body: JSON.stringify(body),
  };
  const sample = await fetch(url, body === undefined ? { headers: unconditional } : post);
  return startBare(
    { "content-type": sample.headers.get("content-type") ?? "" },
    await sample.text(),
  );
}
