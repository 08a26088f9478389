import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { visitorOf } from "../../http/admission.ts";
import { sendAgain, sendOnward } from "../plain-page.ts";
import { useTicket, type Bearer } from "../tickets.ts";
import { readMessage } from "./launches.ts";
import { refuse } from "./refuse.ts";
import { messageHintOf, readAuthorize, type AuthorizeRequest, type Fields } from "./rules.ts";
import { findTool, type Tool } from "./tool.ts";
import { signedMessage } from "./signed-message.ts";

const PATH = "/lti/authorize";
/** The parameter that is set when the browser has been asked for its cookie once more. */
const AGAIN = "again";

/** Serves the message of a launch to a tool's browser: once, in the browser that began it (LA-02). */
export function serveAuthorize(app: FastifyInstance): void {
  const answer = async (fields: Fields, request: FastifyRequest, reply: FastifyReply) => {
    const asked = readAuthorize(fields);
    if ("wrong" in asked) {
      return refuse(request, reply, "unreadable", { reason: `wrong ${asked.wrong}` });
    }
    const app_id = asked.client_id;
    const tool = await findTool(app, app_id);
    if (tool === undefined) return refuse(request, reply, "unknown");
    const { redirect_uris, deployment_id } = tool.settings;
    if (!redirect_uris.includes(asked.redirect_uri)) {
      return refuse(request, reply, "unlisted", { app_id });
    }
    const deployment = fields["lti_deployment_id"] ?? deployment_id;
    if (deployment !== deployment_id) {
      return refuse(request, reply, "unreadable", { reason: "wrong lti_deployment_id", app_id });
    }
    if (asked.lti_message_hint !== messageHintOf(asked.login_hint)) {
      return refuse(request, reply, "unreadable", { reason: "wrong lti_message_hint", app_id });
    }
    const visitor = await visitorOf(app, request);
    if (visitor === null) {
      return fields[AGAIN] === undefined
        ? sendAgain(reply, againPath(asked, deployment_id))
        : refuse(request, reply, "stranger", { app_id });
    }
    const { user_id, session_id } = visitor;
    const bearer = await useTicket(app.db, asked.login_hint, { app_id, session_id }, app.now());
    if (bearer === undefined) {
      return refuse(request, reply, "late", { app_id, user_id, session_id });
    }
    return sendMessage(request, reply, { tool, asked, bearer });
  };
  app.get(PATH, (request, reply) => answer(request.query as Fields, request, reply));
  app.post(PATH, (request, reply) => answer((request.body ?? {}) as Fields, request, reply));
}

async function sendMessage(
  request: FastifyRequest,
  reply: FastifyReply,
  { tool, asked, bearer }: { tool: Tool; asked: AuthorizeRequest; bearer: Bearer },
): Promise<FastifyReply> {
  const app = request.server;
  const { login_hint, redirect_uri, nonce, state } = asked;
  const message = await readMessage(app.db, login_hint);
  const id_token = message && (await signedMessage(app, tool, bearer, message, nonce));
  if (id_token === undefined) {
    return refuse(request, reply, "gone", { app_id: tool.entry.id, user_id: bearer.user_id });
  }
  return sendOnward(reply, redirect_uri, { id_token, state });
}

/**
 * Returns the path of the same request for a page of ours: browsers withhold the cookie from a tool's form or frame.
 */
function againPath(asked: AuthorizeRequest, lti_deployment_id: string): string {
  const fixed = {
    scope: "openid",
    response_type: "id_token",
    response_mode: "form_post",
    prompt: "none",
  };
  const fields = { ...fixed, ...asked, lti_deployment_id, [AGAIN]: "1" };
  return `${PATH}?${new URLSearchParams(fields).toString()}`;
}
