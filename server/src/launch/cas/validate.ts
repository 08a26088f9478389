import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { CasSettings } from "#contract";
import { noteRefused } from "../audit.ts";
import { claimsFor } from "../claims.ts";
import { jsonAnswer, plainAnswer, proxyFailure, xmlAnswer, type Validation } from "./answer.ts";
import {
  attributesOf,
  FAILURES,
  isListed,
  parameter,
  readValidate,
  type FailureCode,
  type Query,
} from "./rules.ts";
import { keepVisit, useServiceTicket } from "./service-tickets.ts";

const ENDPOINTS = [
  { path: "/cas/serviceValidate", proxies: false, attributes: false },
  { path: "/cas/proxyValidate", proxies: true, attributes: false },
  { path: "/cas/p3/serviceValidate", proxies: false, attributes: true },
  { path: "/cas/p3/proxyValidate", proxies: true, attributes: true },
] as const;

/** Serves the validation of tickets (CAS 1.0, 2.0, 3.0). */
export function serveValidation(app: FastifyInstance): void {
  app.get("/cas/validate", async (request, reply) => {
    const validation = await validate(app, request, { proxies: false, attributes: false });
    return reply.type("text/plain; charset=utf-8").send(plainAnswer(validation));
  });
  for (const { path, ...endpoint } of ENDPOINTS) {
    app.get(path, async (request, reply) => {
      const format = parameter(request.query as Query, "format")?.toUpperCase() ?? "XML";
      if (format !== "XML" && format !== "JSON")
        return send(reply, "XML", failure("INVALID_REQUEST"));
      return send(reply, format, await validate(app, request, endpoint));
    });
  }
  app.get("/cas/proxy", async (request, reply) => {
    const query = request.query as Query;
    const asked = parameter(query, "pgt") != null && parameter(query, "targetService") != null;
    return reply
      .type("application/xml; charset=utf-8")
      .send(proxyFailure(asked ? "UNAUTHORIZED_SERVICE" : "INVALID_REQUEST"));
  });
}

async function validate(
  app: FastifyInstance,
  request: FastifyRequest,
  { proxies, attributes }: { proxies: boolean; attributes: boolean },
): Promise<Validation> {
  const asked = readValidate(request.query as Query, { proxies });
  const now = app.now();
  // whoever shows a ticket has used it up, right or wrong
  const redeemed =
    asked.ticket === undefined ? undefined : await useServiceTicket(app.db, asked.ticket, now);
  const failed = (code: FailureCode): Validation => {
    noteRefused(request, { kind: "cas", reason: code, app_id: redeemed?.app_id });
    return failure(code);
  };
  if ("failure" in asked) return failed(asked.failure);
  if (redeemed === undefined) return failed("INVALID_TICKET");
  const { bearer, app_id, service, is_fresh } = redeemed;
  const entry = await app.catalogue.app(app_id);
  if (entry?.launch !== "cas") return failed("INVALID_TICKET");
  const { services = [] } = entry.settings as Partial<CasSettings>;
  if (asked.service !== service || !isListed(service, services)) return failed("INVALID_SERVICE");
  if (asked.renew && !is_fresh) return failed("INVALID_TICKET");
  await keepVisit(app.db, asked.ticket);
  const { sub, ...claims } = await claimsFor(app, entry, bearer);
  if (!attributes) return { user: sub, attributes: {} };
  return {
    user: sub,
    attributes: attributesOf(claims, { authenticatedAt: now, isFresh: is_fresh }),
  };
}

function failure(code: FailureCode): Validation {
  return { code, description: FAILURES[code] };
}

function send(reply: FastifyReply, format: "XML" | "JSON", validation: Validation): FastifyReply {
  // a refused ticket is an answer of the protocol, not a failed request
  return format === "JSON"
    ? reply.type("application/json; charset=utf-8").send(JSON.stringify(jsonAnswer(validation)))
    : reply.type("application/xml; charset=utf-8").send(xmlAnswer(validation));
}
