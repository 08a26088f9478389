import type { FastifyInstance } from "fastify";
import { platformAddress } from "../../platform/platform-address.ts";
import { claimsFor } from "../claims.ts";
import { signTexts } from "../signed-texts.ts";
import { SIGNING_ALGORITHM } from "../signing-keys.ts";
import type { Bearer } from "../tickets.ts";
import { contextFor, tileLinkId, type ToolContext } from "./contexts.ts";
import { beginDeepLink, DEEP_LINK_PATH } from "./deep-links.ts";
import { findLineItemOf } from "./grade-queries.ts";
import { findItem } from "./items.ts";
import type { Message } from "./launches.ts";
import { deepLinkingMessage, resourceLinkMessage, type MessageParts } from "./message.ts";
import { targetOf, type Tool } from "./tool.ts";

const MESSAGE_SECONDS = 300;

/** Returns the launch message, signed for this tool; undefined when its class or content no longer exists. */
export async function signedMessage(
  app: FastifyInstance,
  tool: Tool,
  bearer: Bearer,
  message: Message,
  nonce: string,
): Promise<string | undefined> {
  const { sub, ...disclosed } = await claimsFor(app, tool.entry, bearer);
  const context = await contextOf(app, tool, bearer, message);
  const origin = platformAddress(app.config);
  const parts: MessageParts = {
    settings: tool.settings,
    app: tool.entry,
    disclosed,
    context: context && { id: context.id, title: context.title },
    platform: {
      guid: await signTexts(app, "lti-platform", origin),
      name: await app.branding.name(),
      origin,
      home: `${origin}/platformEntry/`,
    },
    opensIn: tool.entry.opens_in === "frame" ? "frame" : "tab",
  };
  const about = { tool, bearer, parts, context };
  const claims =
    message.message === "deep-link"
      ? await deepLinkClaims(app, about)
      : await resourceClaims(app, about, message.item_id);
  return claims && sign(app, { ...claims, nonce }, sub, tool.entry.id);
}

async function contextOf(
  app: FastifyInstance,
  { entry }: Tool,
  { school }: Bearer,
  { class_id }: Message,
): Promise<ToolContext | undefined> {
  if (class_id === null || !entry.claims.includes("classes")) return undefined;
  return contextFor(app.db, { app_id: entry.id, school_id: school.id, class_id });
}

/** The tool, person and class that a message is about. */
interface About {
  tool: Tool;
  bearer: Bearer;
  parts: MessageParts;
  context: ToolContext | undefined;
}

async function deepLinkClaims(
  app: FastifyInstance,
  { tool: { entry, settings }, bearer, parts, context }: About,
): Promise<object | undefined> {
  const target = settings.deep_link_uri;
  if (target === undefined || context === undefined) return undefined;
  const { user_id, session_id, school } = bearer;
  const data = await beginDeepLink(
    app.db,
    { app_id: entry.id, user_id, session_id, school_id: school.id, context_id: context.id },
    app.now(),
  );
  const returnUrl = parts.platform.origin + DEEP_LINK_PATH;
  return deepLinkingMessage(parts, { target, data, returnUrl });
}

async function resourceClaims(
  app: FastifyInstance,
  { tool, bearer, parts, context }: About,
  item_id: string | null,
): Promise<object | undefined> {
  const { id, name } = tool.entry;
  if (item_id === null) {
    const link = { id: tileLinkId(id, context), title: name, target: targetOf(tool) };
    return resourceLinkMessage(parts, link);
  }
  const item = await findItem(app.db, bearer.school.id, item_id);
  if (item === undefined || item.app_id !== id || item.context_id !== context?.id) return undefined;
  const lineItem = await findLineItemOf(app.db, item);
  return resourceLinkMessage(parts, {
    id: item.id,
    title: item.title,
    target: item.url,
    custom: item.custom,
    lineItemId: lineItem,
  });
}

async function sign(
  app: FastifyInstance,
  claims: object,
  subject: string,
  audience: string,
): Promise<string> {
  const { importJWK, SignJWT } = await import("jose");
  const { signing } = await app.launchDeps.signingKeys.read();
  const now = Math.floor(app.now().getTime() / 1000);
  return new SignJWT({ ...claims })
    .setProtectedHeader({ alg: SIGNING_ALGORITHM, kid: signing.kid, typ: "JWT" })
    .setIssuer(platformAddress(app.config))
    .setAudience(audience)
    .setSubject(subject)
    .setIssuedAt(now)
    .setExpirationTime(now + MESSAGE_SECONDS)
    .sign(await importJWK(signing, SIGNING_ALGORITHM));
}
