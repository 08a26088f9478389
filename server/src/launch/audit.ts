import type { FastifyRequest } from "fastify";

/** A refused sign-in at an app. Never holds a ticket, a code, a hint or an address that was sent. */
export interface RefusedLaunch {
  kind: "cas" | "lti" | "oidc" | "ticket";
  /** The reason, as a word of the protocol or of ours. */
  reason: string;
  app_id?: string | undefined;
  user_id?: string | undefined;
  session_id?: string | undefined;
}

/** Audits a refused sign-in at an app. */
export function noteRefused(
  request: FastifyRequest,
  { kind, reason, app_id, user_id, session_id }: RefusedLaunch,
): void {
  request.server.audit.note(request, {
    action: "launch",
    outcome: "refused",
    ...(user_id !== undefined && { actor: { user_id, session_id }, subject_id: user_id }),
    ...(app_id !== undefined && { object: { kind: "app", id: app_id } }),
    detail: { kind, reason },
  });
}
