import { randomUUID } from "node:crypto";
import type { FastifyInstance } from "fastify";
import type { JWTPayload } from "jose";
import { platformAddress } from "../../platform/platform-address.ts";
import { sendNotice } from "../plain-page.ts";
import { readContentItems, type ChosenItem } from "./content-items.ts";
import { DEEP_LINK_PATH, finishDeepLink, type DeepLink } from "./deep-links.ts";
import { keepLineItem } from "./grade-queries.ts";
import { keepItems } from "./items.ts";
import { refuse } from "./refuse.ts";
import type { Fields } from "./rules.ts";
import { findTool, targetOf, type Tool } from "./tool.ts";
import { KeysUnreachableError, verifiedByTool } from "./tool-keys.ts";
import { CLAIMS } from "./vocabulary.ts";

const MAX_JWT_LENGTH = 100_000;

/** Serves the return of content that a person chose in a tool (Deep Linking 2.0, 4.4). */
export function serveDeepLinkReturn(app: FastifyInstance): void {
  app.post(DEEP_LINK_PATH, async (request, reply) => {
    const { JWT: jwt } = (request.body ?? {}) as Fields;
    const tool = await senderOf(app, jwt);
    if (tool === undefined) return refuse(request, reply, "unverified", { reason: "no such tool" });
    const app_id = tool.entry.id;
    let payload: JWTPayload | undefined;
    try {
      payload = await verifiedByTool(tool, jwt as string, {
        issuer: app_id,
        audience: platformAddress(app.config),
        now: app.now(),
        callApp: app.launchDeps.callApp,
      });
    } catch (error) {
      if (!(error instanceof KeysUnreachableError)) throw error;
      request.log.warn({ err: error }, "a tool's keys are out of reach");
      return refuse(request, reply, "unreachable", { app_id });
    }
    const data = payload && dataOf(payload, tool);
    if (data === undefined) return refuse(request, reply, "unverified", { app_id });
    const link = await finishDeepLink(app.db, app_id, data, app.now());
    if (link === undefined) return refuse(request, reply, "unverified", { reason: "used", app_id });
    const items = readContentItems(payload?.[CLAIMS.contentItems] ?? [], {
      name: tool.entry.name,
      target: targetOf(tool),
      addresses: [...tool.settings.redirect_uris, targetOf(tool)],
    });
    if (items === undefined) return refuse(request, reply, "unusable", { app_id });
    await keep(app, tool, link, items);
    return sendNotice(reply, 200, {
      title: items.length === 0 ? "没有选择内容" : `已收下 ${items.length} 项内容`,
      text:
        items.length === 0
          ? "没有在应用里选择内容，{platform}里什么也没有变。"
          : items.map(({ title }) => `“${title}”`).join("、"),
    });
  });
}

async function senderOf(app: FastifyInstance, jwt: unknown): Promise<Tool | undefined> {
  if (typeof jwt !== "string" || jwt.length > MAX_JWT_LENGTH) return undefined;
  const { decodeJwt } = await import("jose");
  try {
    return await findTool(app, decodeJwt(jwt).iss);
  } catch {
    return undefined;
  }
}

/** Returns the data that the platform gave the tool to bring back, if the message answers a choice at this tool. */
function dataOf(payload: JWTPayload, { settings }: Tool): string | undefined {
  const { messageType, version, deploymentId, data } = CLAIMS;
  const isAnswer =
    payload[messageType] === "LtiDeepLinkingResponse" &&
    payload[version] === "1.3.0" &&
    payload[deploymentId] === settings.deployment_id;
  const given = payload[data];
  return isAnswer && typeof given === "string" && given.length <= 100 ? given : undefined;
}

async function keep(
  app: FastifyInstance,
  { settings }: Tool,
  { app_id, school_id, context_id, user_id }: DeepLink,
  items: readonly ChosenItem[],
): Promise<void> {
  await app.db.transaction().execute(async (trx) => {
    for (const { lineItem, ...item } of items) {
      const id = randomUUID();
      await keepItems(trx, [{ ...item, id, app_id, school_id, context_id, created_by: user_id }]);
      if (lineItem === undefined || settings.grades !== true) continue;
      await keepLineItem(trx, {
        school_id,
        context_id,
        id: randomUUID(),
        label: lineItem.label || item.title,
        score_maximum: lineItem.scoreMaximum,
        resource_id: lineItem.resourceId ?? "",
        tag: lineItem.tag ?? "",
        resource_link_id: id,
        starts_at: null,
        ends_at: null,
      });
    }
  });
}
