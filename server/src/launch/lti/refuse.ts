import type { FastifyReply, FastifyRequest } from "fastify";
import { noteRefused, type RefusedLaunch } from "../audit.ts";
import { type Notice, sendNotice } from "../plain-page.ts";

/** Shows the page with the reason of a refusal, and audits it. */
export function refuse(
  request: FastifyRequest,
  reply: FastifyReply,
  notice: keyof typeof NOTICES,
  { reason = notice, ...known }: Partial<Omit<RefusedLaunch, "kind">> = {},
): Promise<FastifyReply> {
  noteRefused(request, { kind: "lti", reason, ...known });
  return sendNotice(reply, notice === "unreachable" ? 503 : 400, NOTICES[notice]);
}

/** Notices for a tool that cannot be opened, and for returned content that cannot be taken. */
const NOTICES = {
  unreadable: {
    title: "打开应用的请求不正确",
    text: "请求中的参数缺失或被改动过。请回到{platform}，从应用的图标重新打开。",
  },
  unknown: {
    title: "没有这个应用",
    text: "要打开的应用不在{platform}的应用目录里，或者还没有登记好。请联系学校管理员。",
  },
  unlisted: {
    title: "这个地址没有登记",
    text: "应用要求把登录信息送到一个没有登记的地址。为保护账号，{platform}没有这样做。请联系学校管理员。",
  },
  stranger: {
    title: "请先在{platform}里登录",
    text: "这个浏览器里没有登录{platform}，或者登录已经结束。请登录后，从应用的图标打开。",
  },
  late: {
    title: "这次打开已经失效",
    text: "每次打开只能使用一次，并且只在一分钟内有效。请回到{platform}，从应用的图标重新打开。",
  },
  gone: {
    title: "内容已经不在了",
    text: "要打开的内容已被移除，或者不再对这个班级开放。请回到{platform}看看。",
  },
  unverified: {
    title: "选好的内容没有收下",
    text: "送回内容的应用没有通过验证，或者这次选择已经用过、已经过期。请回到{platform}重新选择。",
  },
  unusable: {
    title: "选好的内容没有收下",
    text: "内容中有{platform}不能使用的地址、种类或数量。请回到{platform}重新选择，或联系应用的提供方。",
  },
  unreachable: {
    title: "暂时联系不上应用",
    text: "{platform}取不到应用的公钥，不能确认内容是它送来的。请稍后再试。",
  },
} as const satisfies Record<string, Notice>;
