import type { IncomingMessage } from "node:http";
import type { FastifyReply } from "fastify";
import type { KoaContextWithOIDC } from "oidc-provider";

type Show = (reply: FastifyReply) => FastifyReply;

const waiting = new WeakMap<IncomingMessage, Show>();

/** Lets a page of ours answer where oidc-provider would have shown one of its own. */
export function showInstead(ctx: KoaContextWithOIDC, show: Show): void {
  ctx.respond = false;
  waiting.set(ctx.req, show);
}

/** The page that is to be shown, once. */
export function takeShown(request: IncomingMessage): Show | undefined {
  const show = waiting.get(request);
  waiting.delete(request);
  return show;
}
