import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { redeemTicket, type Claims } from "#contract";
import type { DemoApp } from "./demo-app.ts";
import { startDemoApps } from "./server.ts";

const SECRET = "sécret:with a colon";
const APPS: DemoApp[] = [
  {
    id: "poetry",
    name: "每日古诗",
    description: "<b>一天一首</b>",
    icon: "icons/absent.svg",
    launch: "link",
  },
  {
    id: "homework",
    name: "作业",
    description: "",
    icon: "icons/absent.svg",
    launch: "ticket",
    secret: SECRET,
  },
  {
    id: "leave",
    name: "请假",
    description: "",
    icon: "icons/absent.svg",
    launch: "ticket",
    secret: "other",
  },
];

/** The fake platform's data: it knows one person, and one ticket at a time. */
let claims: Claims;
let ticket: string | null;
let asked: { path: string | undefined; authorization: string | undefined }[];
let platform: Server;
let demo: Awaited<ReturnType<typeof startDemoApps>>;

beforeAll(async () => {
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    asked.push({ path: request.url, authorization: request.headers.authorization });
    const body = JSON.parse(await textOf(request)) as { ticket: string };
    const known = body.ticket === ticket;
    ticket = null;
    response.writeHead(known ? 200 : 400, { "content-type": "application/json" });
    response.end(
      JSON.stringify(
        known ? { code: 200, data: claims, msg: "ok" } : { code: 40003, data: null, msg: "…" },
      ),
    );
  };
  platform = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => platform.listen(0, "127.0.0.1", resolve));
  const { port } = platform.address() as AddressInfo;
  demo = await startDemoApps({
    port: 0,
    host: "127.0.0.1",
    platformUrl: `http://127.0.0.1:${port}`,
    apps: APPS,
  });
});

afterAll(async () => {
  await demo.close();
  platform.close();
});

beforeEach(() => {
  claims = {
    sub: "s",
    name: "林岚",
    identity: "teacher",
    school: { id: "q", name: "启明小学" },
    classes: [{ id: "c", name: "三年级（2）班", grade_id: "3", stage_id: "primary" }],
  };
  ticket = "fresh";
  asked = [];
});

it("shows a link app plainly, with every text escaped", async () => {
  const { status, headers, html } = await open("/poetry");
  expect(status).toBe(200);
  expect(html).toContain("<h1>每日古诗</h1>");
  expect(html).toContain("&lt;b&gt;一天一首&lt;/b&gt;");
  expect(html).not.toContain("<b>一天一首");
  expect(headers.get("referrer-policy")).toBe("no-referrer");
  expect(asked).toEqual([]);
});

it("redeems a ticket with its own secret and greets the person, again on a reload without it", async () => {
  const first = await open("/homework?from=a&ticket=fresh");
  expect(first.status).toBe(200);
  expect(first.html).toContain("你好，林岚");
  expect(first.html).not.toContain("fresh");
  expect(first.headers.get("referrer-policy")).toBe("no-referrer");
  expect(asked).toEqual([
    {
      path: redeemTicket.path,
      authorization: `Basic ${Buffer.from(`homework:${SECRET}`).toString("base64")}`,
    },
  ]);
  const cookie = cookieOf(first.headers);
  const { status, html } = await open("/homework", { cookie });
  expect(status).toBe(200);
  expect(html).toBe(first.html);
  expect(html).toContain("教师 · 启明小学");
  expect(html).toContain("三年级（2）班");
  expect(html).toContain("姓名、身份、学校、班级");
  expect(asked).toHaveLength(1);
});

it("greets with no more than it was told, and escapes it", async () => {
  claims = { sub: "s", name: '<img src=x onerror="alert(1)">', identity: "student", school: null };
  const { html } = await open("/homework?ticket=fresh");
  expect(html).toContain("你好，&lt;img src=x onerror=&quot;alert(1)&quot;&gt;");
  expect(html).toContain('<p class="role">学生</p>');
  expect(html).not.toContain("启明小学");
});

it("says clearly that a ticket was used, even to a browser that is greeted already", async () => {
  const { headers } = await open("/homework?ticket=fresh");
  const again = await open("/homework?ticket=fresh", { cookie: cookieOf(headers) });
  expect(again.status).toBe(400);
  expect(again.html).toContain("这张票据已经用过或已过期，请回到学门重新打开");
  expect(again.html).not.toContain("fresh");
  expect(again.headers.has("set-cookie")).toBe(false);
});

it("keeps the visit of one app from another, and knows nobody without one", async () => {
  const { headers } = await open("/homework?ticket=fresh");
  for (const [path, sent] of [
    ["/leave", { cookie: cookieOf(headers) }],
    ["/homework", {}],
    ["/homework", { cookie: "demo_app_visit=guess" }],
  ] as const) {
    const { status, html } = await open(path, sent);
    expect(status).toBe(400);
    expect(html).toContain("请先在学门里登录");
  }
});

it("tells an absent app from an unreachable platform", async () => {
  const absent = await open("/nothing");
  expect(absent.status).toBe(404);
  expect(absent.html).toContain("没有这个应用");
  const lonely = await startDemoApps({
    port: 0,
    host: "127.0.0.1",
    platformUrl: "http://127.0.0.1:1",
    apps: APPS,
  });
  const answer = await fetch(`${lonely.url}/homework?ticket=fresh`);
  expect(answer.status).toBe(502);
  expect(await answer.text()).toContain("暂时联系不上学门");
  await lonely.close();
});

it("tells who signs in by OpenID Connect that the platform cannot be asked, and believes no logout that it did not sign", async () => {
  const bank = {
    id: "bank",
    name: "题库",
    description: "",
    icon: "icons/absent.svg",
    launch: "oidc",
  } as const;
  const lonely = await startDemoApps({
    port: 0,
    host: "127.0.0.1",
    platformUrl: "http://127.0.0.1:1",
    apps: [{ ...bank, secret: SECRET }],
  });
  for (const path of ["", "/login?login_hint=launch.x", "/logout"]) {
    const answer = await fetch(`${lonely.url}/bank${path}`, { redirect: "manual" });
    expect([path, answer.status]).toEqual([path, 502]);
    expect(await answer.text()).toContain("暂时联系不上学门");
  }
  const callback = await fetch(`${lonely.url}/bank/callback?code=guess&state=guess`);
  expect(callback.status).toBe(400);
  const forged = await fetch(`${lonely.url}/bank/backchannel-logout`, {
    method: "POST",
    body: new URLSearchParams({ logout_token: "e30.e30.x" }),
  });
  expect(forged.status).toBe(400);
  expect((await fetch(`${lonely.url}/bank/nothing`)).status).toBe(404);
  await lonely.close();
});

it("refuses a port that is taken", async () => {
  const port = Number(new URL(demo.url).port);
  await expect(
    startDemoApps({ port, host: "127.0.0.1", platformUrl: demo.url, apps: APPS }),
  ).rejects.toMatchObject({ code: "EADDRINUSE" });
});

it("opens every app of the demo catalogue", async () => {
  const whole = await startDemoApps({ port: 0, host: "127.0.0.1", platformUrl: demo.url });
  expect((await fetch(`${whole.url}/mental-arithmetic`)).status).toBe(200);
  expect(await (await fetch(`${whole.url}/homework`)).text()).toContain("作业");
  await whole.close();
});

async function open(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(demo.url + path, { headers, redirect: "manual" });
  return { status: response.status, headers: response.headers, html: await response.text() };
}

function cookieOf(headers: Headers): string {
  return headers.get("set-cookie")?.split(";")[0] ?? "";
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}
