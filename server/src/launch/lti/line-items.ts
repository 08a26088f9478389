import { randomUUID } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { Type, type Static } from "typebox";
import { withBody } from "../../http/call-schemas.ts";
import { tileLinkId, type ToolContext } from "./contexts.ts";
import {
  changeLineItem,
  dropLineItem,
  findLineItem,
  keepLineItem,
  readLineItems,
  type LineItemRow,
} from "./grade-queries.ts";
import { findItem } from "./items.ts";
import {
  isId,
  nextPage,
  pageOf,
  sendAs,
  sendPage,
  serviceCall,
  ServiceRefusal,
  text,
  type ServiceCall,
} from "./service.ts";
import { MEDIA, SCOPES } from "./vocabulary.ts";

const LIST = "/lti/contexts/:context/line-items";
const ONE = `${LIST}/:item`;
const READ = [SCOPES.lineItem, SCOPES.lineItemRead];
const WRITE = [SCOPES.lineItem];

const Name = Type.Optional(Type.String({ maxLength: 255 }));
const Moment = Type.Optional(Type.String({ format: "date-time" }));
const LineItem = Type.Object({
  label: Type.String({ minLength: 1, maxLength: 255 }),
  scoreMaximum: Type.Number({ exclusiveMinimum: 0, maximum: 1e9 }),
  resourceId: Name,
  tag: Name,
  resourceLinkId: Name,
  startDateTime: Moment,
  endDateTime: Moment,
});

/** Serves the line items of a class that this tool has set up (Assignment and Grade Services 2.0). */
export function serveLineItems(scope: FastifyInstance): void {
  scope.get(LIST, async (request, reply) => {
    const call = await serviceCall(scope, request, READ);
    const query = request.query as Record<string, unknown>;
    const page = pageOf(query);
    const filter = {
      resource_id: text(query, "resource_id"),
      tag: text(query, "tag"),
      resource_link_id: text(query, "resource_link_id"),
    };
    const more = { limit: page.limit + 1, offset: page.offset };
    const rows = await readLineItems(scope.db, call.context, filter, more);
    return sendPage(reply, {
      media: MEDIA.lineItems,
      body: rows.slice(0, page.limit).map((row) => shown(call, row)),
      next:
        rows.length > page.limit ? nextPage(`${call.address}/line-items`, query, page) : undefined,
    });
  });

  scope.post(LIST, withBody(LineItem), async (request, reply) => {
    const call = await serviceCall(scope, request, WRITE);
    const row = await rowOf(scope, call, request.body as Static<typeof LineItem>, randomUUID());
    await keepLineItem(scope.db, row);
    return sendAs(reply.code(201), MEDIA.lineItem, shown(call, row));
  });

  scope.get(ONE, async (request, reply) => {
    const call = await serviceCall(scope, request, READ);
    const row = await lineItemOf(scope, request, call.context);
    return sendAs(reply, MEDIA.lineItem, shown(call, row));
  });

  scope.put(ONE, withBody(LineItem), async (request, reply) => {
    const call = await serviceCall(scope, request, WRITE);
    const { id } = await lineItemOf(scope, request, call.context);
    const row = await rowOf(scope, call, request.body as Static<typeof LineItem>, id);
    await changeLineItem(scope.db, row);
    return sendAs(reply, MEDIA.lineItem, shown(call, row));
  });

  scope.delete(ONE, async (request, reply) => {
    const call = await serviceCall(scope, request, WRITE);
    await dropLineItem(scope.db, await lineItemOf(scope, request, call.context));
    return reply.code(204).send();
  });
}

/** Returns the line item that the address names; refused when this class has none of that id. */
export async function lineItemOf(
  app: FastifyInstance,
  request: FastifyRequest,
  context: ToolContext,
): Promise<LineItemRow> {
  const { item = "" } = request.params as { item?: string };
  const row = isId(item) ? await findLineItem(app.db, context, item) : undefined;
  if (row === undefined) throw new ServiceRefusal(404, "not_found", "there is no such line item");
  return row;
}

export function lineItemAddress({ address }: ServiceCall, id: string): string {
  return `${address}/line-items/${id}`;
}

async function rowOf(
  app: FastifyInstance,
  { tool, context }: ServiceCall,
  given: Static<typeof LineItem>,
  id: string,
): Promise<LineItemRow> {
  const { label, scoreMaximum, resourceId = "", tag = "", resourceLinkId = "" } = given;
  const texts = [label, resourceId, tag, resourceLinkId];
  if (texts.some((one) => one.includes("\u0000"))) {
    throw new ServiceRefusal(400, "invalid_request", "a text cannot be kept");
  }
  if (resourceLinkId !== "" && resourceLinkId !== tileLinkId(tool.entry.id, context)) {
    const item = isId(resourceLinkId)
      ? await findItem(app.db, context.school_id, resourceLinkId)
      : undefined;
    if (item?.context_id !== context.id) {
      throw new ServiceRefusal(
        400,
        "invalid_request",
        "resourceLinkId names no link of the context",
      );
    }
  }
  return {
    school_id: context.school_id,
    context_id: context.id,
    id,
    label,
    score_maximum: scoreMaximum,
    resource_id: resourceId,
    tag,
    resource_link_id: resourceLinkId,
    starts_at: given.startDateTime === undefined ? null : new Date(given.startDateTime),
    ends_at: given.endDateTime === undefined ? null : new Date(given.endDateTime),
  };
}

function shown(call: ServiceCall, row: LineItemRow): object {
  const { id, label, score_maximum, resource_id, tag, resource_link_id, starts_at, ends_at } = row;
  return {
    id: lineItemAddress(call, id),
    label,
    scoreMaximum: score_maximum,
    ...(resource_id !== "" && { resourceId: resource_id }),
    ...(tag !== "" && { tag }),
    ...(resource_link_id !== "" && { resourceLinkId: resource_link_id }),
    ...(starts_at && { startDateTime: starts_at.toISOString() }),
    ...(ends_at && { endDateTime: ends_at.toISOString() }),
  };
}
