import type { FastifyInstance, FastifyReply } from "fastify";
import { visitorOf } from "../../http/admission.ts";
import { clearTokenCookie } from "../../http/token.ts";
import { endVisitorSession } from "../end-session.ts";
import { sendForm } from "../plain-page.ts";
import { hasSignature, signTexts } from "../signed-texts.ts";
import { entriesOf, refuse } from "./login.ts";
import { parameter, type Query } from "./rules.ts";

const PATH = "/cas/logout";
const USE = "cas-logout";

/**
 * Serves the CAS logout page (CAS 3.0, 2.3). It ends every session of the person, so it asks first: any page on the web
 * could have led here. Afterwards it goes on to a listed service, or to sign-in.
 */
export function serveLogout(app: FastifyInstance): void {
  app.get(PATH, async (request, reply) => {
    const service = parameter(request.query as Query, "service") ?? "";
    const visitor = await visitorOf(app, request);
    if (visitor === null) return goOn(app, reply, service);
    return sendForm(reply, 200, {
      title: "退出{platform}？",
      text: `${visitor.name}，退出后，在{platform}里打开的应用也会一起退出。`,
      action: PATH,
      fields: { service, seal: await signTexts(app, USE, visitor.session_id, service) },
      button: "退出",
      back: { text: "不退出", href: "/platformEntry/" },
    });
  });

  app.post(PATH, async (request, reply) => {
    const form = (request.body ?? {}) as Query;
    const service = parameter(form, "service") ?? "";
    const visitor = await visitorOf(app, request);
    if (visitor === null) return goOn(app, reply, service);
    if (!(await hasSignature(app, form["seal"], USE, visitor.session_id, service))) {
      return refuse(request, reply, "changed", visitor);
    }
    await endVisitorSession(app, visitor);
    clearTokenCookie(reply);
    return goOn(app, reply, service);
  });
}

async function goOn(
  app: FastifyInstance,
  reply: FastifyReply,
  service: string,
): Promise<FastifyReply> {
  const known = service !== "" && (await entriesOf(app, service)).length > 0;
  return reply.redirect(known ? service : "/platformEntry/", 303);
}
