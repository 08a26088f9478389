// Sends a badge, a to-do and a card for a person of your app, then takes the to-do back (docs/apps.md).
//   APP_ID=… APP_SECRET=… PLATFORM_URL=http://127.0.0.1:7100 node send.ts <sub> <identity>        (Node 24, no packages)
import { argv, env } from "node:process";

const { APP_ID, APP_SECRET, PLATFORM_URL = "http://127.0.0.1:7100" } = env;
const [, , sub = "", identity = ""] = argv;
if (!APP_ID || !APP_SECRET) throw new Error("请设置环境变量 APP_ID 和 APP_SECRET");
if (sub === "" || identity === "") throw new Error("node send.ts <sub> <identity>");

const TRIES = 5;
const TOMORROW = new Date(Date.now() + 86_400_000).toISOString();

/** Sends one request; where there were too many, again after as many seconds as the platform says. */
async function send(method: string, path: string, body?: object): Promise<Record<string, unknown>> {
  for (let nth = 1; ; nth += 1) {
    const response = await fetch(`${PLATFORM_URL}/app/v1/${path}`, {
      method,
      headers: {
        authorization: `Basic ${Buffer.from(`${APP_ID}:${APP_SECRET}`).toString("base64")}`,
        ...(body && { "content-type": "application/json" }),
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(5000),
    });
    if (response.status === 429 && nth < TRIES) {
      const seconds = Number(response.headers.get("retry-after") ?? "1");
      await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
      continue;
    }
    const answer = (await response.json()) as { msg: string; data: Record<string, unknown> };
    if (response.status === 404) throw new Error("学门不认识这个人，或者此人现在看不到这个应用");
    if (!response.ok) throw new Error(`${answer.msg} ${JSON.stringify(answer.data)}`);
    return answer.data;
  }
}

// a clock serves as a version: what is sent later wins
const version = Date.now();
const person = `people/${encodeURIComponent(sub)}`;

const sent = await send("POST", "batch", {
  badges: [{ sub, version, identity, count: 3 }],
  todos: [{ sub, key: "page-3", version, title: "口算第 3 页", due: TOMORROW }],
  cards: [
    { sub, key: "stars", version, kind: "figure", title: "本周星星", value: "12", unit: "颗" },
  ],
});
console.log("batch", JSON.stringify(sent));

const older = await send("PUT", `${person}/badge`, { version: version - 1, identity, count: 9 });
console.log("badge", older["result"]);

const gone = await send("DELETE", `${person}/todos/page-3?version=${version + 1}`);
console.log("todo", gone["result"]);
