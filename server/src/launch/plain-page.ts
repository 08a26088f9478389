import { hash } from "node:crypto";
import type { FastifyReply } from "fastify";
import { asMarkup, html, type Html } from "../platform/html.ts";

const STYLE = `
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:24px;background:#f3f6f9;color:#243241;
font:16px/1.6 "PingFang SC","Microsoft YaHei","Noto Sans CJK SC","Noto Sans SC",sans-serif}
main{width:100%;max-width:440px;padding:40px 32px;background:#fff;border-radius:16px;text-align:center;
box-shadow:0 8px 32px rgba(36,50,65,.08)}
h1{margin:0 0 8px;font-size:22px;line-height:1.4;text-wrap:balance}
p{margin:0 0 24px;color:#56687a;overflow-wrap:anywhere}
nav{display:flex;flex-wrap:wrap;gap:12px;justify-content:center}
a,button{display:inline-flex;align-items:center;min-height:44px;padding:0 24px;border:0;border-radius:8px;
background:#38506a;color:#fff;font:inherit;text-decoration:none;cursor:pointer}
.quiet{background:#e6ebf0;color:#38506a}
ul{margin:0 0 24px;padding:16px 16px 16px 40px;border-radius:8px;background:#f3f6f9;text-align:left}
label{display:block;margin:0 0 24px;text-align:left;color:#56687a}
input:not([type=hidden]){display:block;width:100%;min-height:44px;margin-top:4px;padding:0 12px;border:1px solid #b4c0cc;
border-radius:8px;font:inherit;color:inherit}
[role=alert]{margin-top:-12px;color:#b3261e;text-align:left}
a:focus-visible,button:focus-visible,input:focus-visible{outline:3px solid #8fb0d3;outline-offset:2px}
@media(max-width:420px){main{padding:32px 16px}}
`;
const SUBMIT = "document.forms[0].submit()";
const AGAIN = "location.replace(document.querySelector('a').href)";

const FORM_ANYWHERE = "form-action http: https:";

/** The mark in texts that the platform's own name replaces. */
const PLATFORM = "{platform}";

export interface PageLink {
  text: string;
  href: string;
  /** True draws it as the lesser of two. */
  quiet?: boolean;
}

/** A title, a text and links; `{platform}` in them stands for the platform's own name. */
export interface Notice {
  title: string;
  text: string;
  links?: readonly PageLink[];
}

/** Sends a page that says in Chinese what happened and what to do; it has no scripts. */
export async function sendNotice(
  reply: FastifyReply,
  status: number,
  notice: Notice,
): Promise<FastifyReply> {
  const named = await namer(reply);
  const { title, text, links = [{ text: "回到{platform}", href: "/platformEntry/" }] } = notice;
  const nav = links.map(
    ({ text: label, href, quiet }) =>
      html`<a href="${href}" target="_top"${quiet === true && html` class="quiet"`}>${named(label)}</a>`,
  );
  const body = html`<h1>${named(title)}</h1><p>${named(text)}</p><nav>${nav}</nav>`;
  return send(reply.code(status), named(title), body, ["form-action 'none'"]);
}

/** Sends a page that posts `fields` to another address by itself, or by a button where scripts do not run. */
export function sendOnward(
  reply: FastifyReply,
  action: string,
  fields: Readonly<Record<string, string>>,
): FastifyReply {
  const body = html`<form method="post" action="${action}">${hidden(fields)}
<h1>正在打开应用</h1><p>如果没有自动打开，请点继续。</p><button>继续</button></form><script>${asMarkup(SUBMIT)}</script>`;
  return send(reply.code(200), "正在打开应用", body, [FORM_ANYWHERE, scriptOf(SUBMIT)]);
}

export interface FormPage extends Omit<Notice, "links"> {
  action: string;
  /** Hidden fields of the form. */
  fields: Readonly<Record<string, string>>;
  /** The field that the person fills in; absent: only a button. */
  ask?: { name: string; label: string; type: "password"; fault?: string | undefined };
  /** A list below the text. */
  list?: readonly string[];
  button: string;
  /** The value that the main button sends and the other one does not. */
  says?: { name: string; value: string };
  /** The label of the other button, if there is one. */
  other?: string;
  /** The link that leaves the page. */
  back?: PageLink;
}

/** Sends a page with one question, answered to a path of ours. */
export async function sendForm(
  reply: FastifyReply,
  status: number,
  page: FormPage,
): Promise<FastifyReply> {
  const named = await namer(reply);
  const { title, text, action, fields, ask, list = [], button, says, other, back } = page;
  const fault = ask?.fault === undefined ? undefined : html`<p role="alert">${ask.fault}</p>`;
  const question =
    ask === undefined
      ? undefined
      : html`<label>${ask.label}<input name="${ask.name}" type="${ask.type}"
autocomplete="current-password" maxlength="128" required autofocus></label>${fault}`;
  const said = says && html` name="${says.name}" value="${says.value}"`;
  const items = list.map((item) => html`<li>${item}</li>`);
  const ways = [
    html`<button${said}>${named(button)}</button>`,
    other !== undefined && html`<button class="quiet">${other}</button>`,
    back && html`<a class="quiet" href="${back.href}">${back.text}</a>`,
  ];
  const body = html`<h1>${named(title)}</h1><p>${named(text)}</p>${items.length > 0 && html`<ul>${items}</ul>`}
<form method="post" action="${action}">${hidden(fields)}${question}<nav>${ways}</nav></form>`;
  // what answers the form may lead on to an app, and browsers count that as part of it
  return send(reply.code(status), named(title), body, [FORM_ANYWHERE]);
}

/**
 * Sends a page that opens an address of ours again: a browser that came out of a tool's frame or form withheld the
 * session's cookie, and sends it the second time.
 */
export function sendAgain(reply: FastifyReply, href: string): FastifyReply {
  const body = html`<h1>正在打开应用</h1><p>如果没有自动打开，请点继续。</p>
<nav><a href="${href}">继续</a></nav><script>${asMarkup(AGAIN)}</script>`;
  return send(reply.code(200), "正在打开应用", body, ["form-action 'none'", scriptOf(AGAIN)]);
}

/** Returns the function that writes the platform's own name into a text (AD-20). */
async function namer(reply: FastifyReply): Promise<(text: string) => string> {
  const name = await reply.server.branding.name();
  return (text) => text.replaceAll(PLATFORM, () => name);
}

function send(
  reply: FastifyReply,
  title: string,
  body: Html,
  policy: readonly string[],
): FastifyReply {
  const style = `style-src 'sha256-${hash("sha256", STYLE, "base64")}'`;
  const rules = ["default-src 'none'", style, ...policy, "base-uri 'none'"];
  return reply
    .header("content-security-policy", [...rules, "frame-ancestors 'self'"].join("; "))
    .header("referrer-policy", "strict-origin")
    .header("cache-control", "no-store")
    .type("text/html; charset=utf-8")
    .send(
      String(html`<!doctype html>
<html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title><style>${asMarkup(STYLE)}</style></head><body><main>${body}</main></body></html>`),
    );
}

function hidden(fields: Readonly<Record<string, string>>): Html[] {
  return Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  );
}

function scriptOf(inline: string): string {
  return `script-src 'sha256-${hash("sha256", inline, "base64")}'`;
}

/** Returns the address of the sign-in page, which then goes on to `path` of this server. */
export function signInFirst(path: string): string {
  return `/platformEntry/#/continue/${encodeURIComponent(path)}`;
}
