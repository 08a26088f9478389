import type { FastifyReply, FastifyRequest } from "fastify";
import { noteRefused, type RefusedLaunch } from "../audit.ts";
import { sendNotice } from "../plain-page.ts";
import { NOTICES } from "./notices.ts";

/** The page that says why, and the audit line. */
export function refuse(
  request: FastifyRequest,
  reply: FastifyReply,
  notice: keyof typeof NOTICES,
  { reason = notice, ...known }: Partial<Omit<RefusedLaunch, "kind">> = {},
): FastifyReply {
  noteRefused(request, { kind: "lti", reason, ...known });
  return sendNotice(reply, notice === "unreachable" ? 503 : 400, NOTICES[notice]);
}
