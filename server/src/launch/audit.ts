import type { FastifyRequest } from "fastify";

/** What is known of a sign-in at an app that was refused. Never a ticket, a code, a hint or an address that was sent. */
export interface RefusedLaunch {
  kind: "cas" | "lti" | "oidc" | "ticket";
  /** Why, as a word of the protocol or of ours. */
  reason: string;
  app_id?: string | undefined;
  user_id?: string | undefined;
  session_id?: string | undefined;
}

/** Writes the audit line of a refused sign-in at an app. */
export function noteRefused(request: FastifyRequest, refused: RefusedLaunch): void {
  request.log.info({ req: request, audit: "launch-refused", ...refused }, "a launch was refused");
}
