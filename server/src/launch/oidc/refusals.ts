import type { IncomingMessage } from "node:http";
import type { ErrorOut, errors, KoaContextWithOIDC } from "oidc-provider";
import type { FastifyReply } from "fastify";
import { isTransient } from "../../database/unavailable.ts";
import { secondsUntilReachable } from "../../http/refusal.ts";
import { type Notice, sendNotice } from "../plain-page.ts";

/** Notices for a request that cannot be answered, by OAuth's error code. */
export const NOTICES: Readonly<Record<string, Notice>> = {
  invalid_client: {
    title: "没有这个应用",
    text: "请求登录的应用没有在{platform}登记，或者还没有完成接入设置。为保护账号，没有把登录信息交给它。",
  },
  invalid_redirect_uri: {
    title: "应用的返回地址没有登记",
    text: "应用要求回到一个没有登记的地址。为保护账号，没有把登录信息交给它。请联系学校管理员。",
  },
  invalid_request: {
    title: "应用发来的登录请求不正确",
    text: "请求缺少内容，或者被改动过。请回到{platform}，从应用的图标重新打开；如果还是这样，请联系应用的提供者。",
  },
  session_expired: {
    title: "这次登录已经过期",
    text: "页面放得太久，或者已经用过了。请回到{platform}，从应用的图标重新打开。",
  },
  server_error: {
    title: "暂时无法登录应用",
    text: "{platform}出现故障，请稍后再试。",
  },
};
export const UNKNOWN: Notice = {
  title: "无法登录这个应用",
  text: "应用发来的登录请求无法完成。请回到{platform}，从应用的图标重新打开。",
};

/** Shows the page for an error of the provider. The app itself has the code and the reason in its own answer or log. */
export function showRefusal(ctx: KoaContextWithOIDC, out: ErrorOut, error: Error): void {
  const status = isTransient(error) ? 503 : ctx.status >= 400 ? ctx.status : 400;
  const code = error.name === "SessionNotFound" ? "session_expired" : out.error;
  showInstead(ctx, (reply) => sendNotice(reply, answered(status), NOTICES[code] ?? UNKNOWN));
}

/** Returns the status to answer: never 401 or 403, which would sign a person out in the page (ER-08). */
function answered(status: number): number {
  return status === 401 || status === 403 ? 400 : status;
}

/** Answers a failure of the database that passes as a wait, and any other as it is. */
export function comeBackLater(ctx: KoaContextWithOIDC, error: unknown): void {
  if (!isTransient(error)) return;
  ctx.status = 503;
  ctx.set("retry-after", String(secondsUntilReachable()));
}

/** Returns an error's reason for the log; oidc-provider puts no value of the request into it. */
export function reasonOf(error: Error): string {
  const { error: code, error_description, error_detail } = error as errors.OIDCProviderError;
  return [code, error_description, error_detail].filter(Boolean).join(": ") || error.name;
}

type Show = (reply: FastifyReply) => Promise<FastifyReply>;

const waiting = new WeakMap<IncomingMessage, Show>();

/** Marks the request so that a page of ours answers where oidc-provider would have shown its own. */
export function showInstead(ctx: KoaContextWithOIDC, show: Show): void {
  ctx.respond = false;
  waiting.set(ctx.req, show);
}

/** Returns the page to be shown, once. */
export function takeShown(request: IncomingMessage): Show | undefined {
  const show = waiting.get(request);
  waiting.delete(request);
  return show;
}
