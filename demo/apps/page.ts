import { createHash } from "node:crypto";
import { IDENTITY_NAMES, type Claims } from "#contract";
import { asMarkup, html, type Html } from "../../server/src/platform/html.ts";
import type { DemoApp } from "./demo-app.ts";

const STYLE = `
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:flex;flex-direction:column;align-items:center;justify-content:center;
gap:24px;padding:24px;background:linear-gradient(180deg,#eef2f6,#f8fafb 60%);color:#243241;
font:16px/1.6 "PingFang SC","Microsoft YaHei","Noto Sans CJK SC","Noto Sans SC",sans-serif}
main{width:100%;max-width:480px;padding:40px 32px;background:#fff;border-radius:16px;text-align:center;
box-shadow:0 8px 32px rgba(36,50,65,.08)}
.icon{width:88px;height:88px;margin:0 auto 16px;border-radius:24px;background:#eef2f6;display:grid;place-items:center;
font-size:40px;color:#4a6076;overflow:hidden}
.icon img{width:88px;height:88px}
.app{margin:0;font-size:16px;color:#56687a}
h1{margin:8px 0;text-wrap:balance;font-size:28px;line-height:1.35;font-weight:600}
p{margin:8px 0;overflow-wrap:anywhere}
.role{color:#3c4f62}
ul{list-style:none;display:flex;flex-wrap:wrap;gap:8px;justify-content:center;margin:16px 0 0;padding:0}
li{padding:4px 16px;border-radius:16px;background:#eef2f6;font-size:14px}
.note{margin-top:24px;padding-top:16px;border-top:1px solid #e6ebf0;font-size:14px;color:#5c6d7e;text-align:left}
.note b{font-weight:600;color:#3c4f62}
a{display:inline-flex;align-items:center;min-height:44px;padding:0 24px;border-radius:8px;background:#38506a;
color:#fff;text-decoration:none}
a.quiet{background:#e6ebf0;color:#38506a}
a:focus-visible{outline:3px solid #8fb0d3;outline-offset:2px}
footer{font-size:14px;color:#5c6d7e;text-align:center}
@media(max-width:420px){main{padding:32px 16px}h1{font-size:24px}}
`;

/** Script that removes the used ticket from the address and the history: a reload must not send it again. */
const CLEAN_ADDRESS = "history.replaceState(null,'',location.pathname)";

/** The Content-Security-Policy of a page: its own style and script, and the icon inside it. */
export const PAGE_POLICY = [
  "default-src 'none'",
  `style-src '${hashOf(STYLE)}'`,
  `script-src '${hashOf(CLEAN_ADDRESS)}'`,
  "img-src data:",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

const CLAIM_NAMES = { name: "姓名", identity: "身份", school: "学校", classes: "班级" } as const;

interface Face {
  app: DemoApp;
  icon: string | null;
  /** The address of the link back. */
  home: string;
}

/** Returns the page of an app that is opened without signing in. */
export function plainPage({ app, icon, home }: Face): string {
  return page(
    app.name,
    html`${tile(app, icon)}<h1>${app.name}</h1><p class="role">${app.description}</p>
<p class="note">这是学门示范区里的演示应用。正式使用时，点开的是学校自己的“${app.name}”。</p>`,
    home,
  );
}

/**
 * Returns a page that greets the person with the claims that the platform gave; `leave` is the address for signing out
 * of the app.
 */
export function greetingPage({ app, icon, home }: Face, claims: Claims, leave?: string): string {
  const role = [claims.identity && IDENTITY_NAMES[claims.identity], claims.school?.name]
    .filter(Boolean)
    .join(" · ");
  const classes = (claims.classes ?? []).map(({ name }) => html`<li>${name}</li>`);
  const told = Object.entries(CLAIM_NAMES)
    .filter(([claim]) => claim in claims)
    .map(([, name]) => name)
    .join("、");
  return page(
    app.name,
    html`${tile(app, icon)}<p class="app">${app.name}</p>
<h1>${claims.name === undefined ? "你好" : `你好，${claims.name}`}</h1>
<p class="role">${role}</p>
${classes.length > 0 && html`<ul aria-label="班级">${classes}</ul>`}
<p class="note">已通过学门登录，没有再输一次密码。学门只告诉了这个应用：<b>${told || "一个专用编号"}</b>。</p>
${leave !== undefined && html`<p><a class="quiet" href="${leave}">退出这个应用</a></p>`}`,
    home,
  );
}

/** Returns a page that says what went wrong, and what to do. */
export function noticePage(
  face: Omit<Face, "app"> & { app: DemoApp | null },
  text: string,
): string {
  const title = face.app?.name ?? "学门示范应用";
  const head = face.app && tile(face.app, face.icon);
  return page(title, html`${head}<p class="app">${title}</p><h1>${text}</h1>`, face.home);
}

function tile(app: DemoApp, icon: string | null): Html {
  const inside = icon === null ? [...app.name][0] : html`<img src="${icon}" alt="">`;
  return html`<div class="icon" aria-hidden="true">${inside}</div>`;
}

function page(title: string, content: Html, home: string): string {
  return html`<!doctype html>
<html lang="zh-CN"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${title}</title><style>${asMarkup(STYLE)}</style>
<script>${asMarkup(CLEAN_ADDRESS)}</script></head>
<body><main>${content}</main><footer><a href="${home}" target="_top">回到学门</a></footer></body></html>`.toString();
}

function hashOf(inline: string): string {
  return `sha256-${createHash("sha256").update(inline).digest("base64")}`;
}
