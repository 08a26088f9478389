import { hash } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { CODE_SECONDS } from "#contract";
import { asMarkup, html, type Html } from "../platform/html.ts";
import { maskReceiver } from "../platform/mask.ts";
import { USE_NAMES } from "./message.ts";
import { readOutbox, type ShownMessage } from "./outbox.ts";

const MAX_SHOWN = 20;
const REFRESH_SECONDS = 5;
const STYLE = `
*{box-sizing:border-box}
body{margin:0;padding:24px 16px;background:#eef2f6;color:#243241;
font:16px/1.6 "PingFang SC","Microsoft YaHei","Noto Sans CJK SC","Noto Sans SC",sans-serif}
main{max-width:560px;margin:0 auto}
h1{margin:0;font-size:28px;line-height:1.35}
p{margin:8px 0 16px;color:#4a6076}
ul{list-style:none;margin:0;padding:0}
li{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;margin-top:8px;padding:12px 16px;
border-radius:16px;background:#fff}
span{color:#4a6076;font-size:14px}
b{display:block}
code{font:700 28px/1.4 ui-monospace,Consolas,monospace;letter-spacing:.12em}
.none{padding:24px 16px;text-align:center}
`;
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${hash("sha256", STYLE, "base64")}'`,
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** Serves the demo's page of codes that would have been sent: in the demo nothing is. */
export function outboxPage(app: FastifyInstance): void {
  app.get("/demo/outbox", async (_request, reply) => {
    const messages = await readOutbox(app.db, app.now(), MAX_SHOWN);
    return reply
      .header("content-security-policy", POLICY)
      .header("referrer-policy", "no-referrer")
      .header("cache-control", "no-store")
      .type("text/html; charset=utf-8")
      .send(String(pageOf(messages)));
  });
}

function pageOf(messages: readonly ShownMessage[]): Html {
  const list = messages.map(itemOf);
  const none = html`<li class="none">还没有验证码。在登录页选择“验证码登录”或“忘记密码”后，验证码会出现在这里。</li>`;
  return html`<!doctype html>
<html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="${REFRESH_SECONDS}"><title>演示收件箱</title><style>${asMarkup(STYLE)}</style></head>
<body><main><h1>演示收件箱</h1>
<p>演示区不会真的发出短信和邮件，验证码都在这里，${CODE_SECONDS / 60} 分钟内有效。正式使用时没有这一页。</p>
<ul>${list.length > 0 ? list : none}</ul></main></body></html>`;
}

function itemOf({ receiver, use, code, created_at }: ShownMessage): Html {
  const at = created_at.toLocaleTimeString("zh-CN", { timeZone: "Asia/Shanghai", hour12: false });
  const shown = code === null ? html`<span>已失效</span>` : html`<code>${code}</code>`;
  return html`<li><div><b>${maskReceiver(receiver)}</b><span>${USE_NAMES[use]} · ${at}</span></div>${shown}</li>`;
}
