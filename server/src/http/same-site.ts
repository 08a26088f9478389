import type { FastifyRequest } from "fastify";
import type { Config } from "../platform/config.ts";
import { badField, Refusal } from "./refusal.ts";

/**
 * Refuses a request that a page of another site sent (SE-14): a form there needs no token to sign its visitor in or out.
 * Browsers say where a request comes from and let no page change that; a native shell or a program says nothing.
 */
export function refuseCrossSite(
  { corsOrigins, publicUrl }: Pick<Config, "corsOrigins" | "publicUrl">,
  { headers, host }: Pick<FastifyRequest, "headers" | "host">,
): void {
  const { origin, "sec-fetch-site": site } = headers;
  if (origin !== undefined && corsOrigins.includes(origin)) return;
  // believed first: it holds where a proxy hands another Host on, and where the referrer policy makes the origin "null"
  if (site === "same-origin" || site === "none") return;
  const isForeign = site !== undefined || (origin !== undefined && !isOwn(origin, host, publicUrl));
  if (isForeign) throw new Refusal("notAllowed", { msg: "只能在本平台自己的页面上登录或退出" });
}

/**
 * Returns whether an origin is this platform's, by host and port alone: the proxy may speak HTTPS with the browser and
 * HTTP with this server.
 */
function isOwn(origin: string, host: string, publicUrl: string | undefined): boolean {
  const url = URL.parse(origin);
  if (url === null) return false;
  return url.host === host.toLowerCase() || url.origin === URL.parse(publicUrl ?? "")?.origin;
}

/** Returns host and port as the browser called them; refuses a Host header that names none (40001). */
export function calledHost({ host }: Pick<FastifyRequest, "host">): string {
  const isHost = !/[\s/\\?#@]/.test(host) && URL.canParse(`https://${host}`);
  if (isHost) return host;
  throw badField("host", "请求的 Host 不是一个地址");
}
