import type { FastifyRequest } from "fastify";
import { Refusal } from "./refusal.ts";

/** Returns host and port as the browser called them; refuses a Host header that names none (40001). */
export function calledHost({ host }: Pick<FastifyRequest, "host">): string {
  const isHost = !/[\s/\\?#@]/.test(host) && URL.canParse(`https://${host}`);
  if (isHost) return host;
  const message = "请求的 Host 不是一个地址";
  throw new Refusal("badInput", { msg: message, data: { errors: [{ path: "host", message }] } });
}
