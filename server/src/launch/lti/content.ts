import type { FastifyInstance } from "fastify";
import { chooseContent, type Launch, openContent, readContents, removeContent } from "#contract";
import type { MemberCaller } from "../../session/caller.ts";
import { requireFreshProof } from "../../session/fresh-proof.ts";
import { Refusal } from "../../http/refusal.ts";
import { serve } from "../../http/serve.ts";
import { platformAddress } from "../../platform/platform-address.ts";
import { answerTo, type Entry } from "../launcher.ts";
import { dropItem, findItem, type Item, itemsOf } from "./items.ts";
import { beginLaunch, type Message } from "./launches.ts";
import { type Tool, toolOf, unregistered } from "./tool.ts";

/** Serves the content that teachers choose in tools for their classes, open to the class, its teachers and its parents. */
export function serveContent(app: FastifyInstance): void {
  serve(app, chooseContent, async ({ input, caller, request }) => {
    const { app_id, class_id } = input;
    const tool = await toolFor(app, caller, app_id);
    const { entry, settings } = tool;
    const target = settings.deep_link_uri;
    if (target === undefined || !entry.claims.includes("classes")) {
      throw new Refusal("conflict", {
        msg: `“${entry.name}”不支持选择内容`,
        data: { kind: entry.launch },
      });
    }
    if (!(await classIdsOf(app, caller)).includes(class_id)) throw new Refusal("notFound");
    if (entry.step_up) await requireFreshProof(app, caller, input, request);
    return open(app, caller, tool, { message: "deep-link", class_id, item_id: null }, target);
  });

  serve(app, readContents, async ({ input, caller }) => {
    const mine = await classIdsOf(app, caller);
    const asked = input.class_id === undefined ? mine : mine.filter((id) => id === input.class_id);
    const [{ apps }, items] = await Promise.all([
      app.catalogue.contentsFor(caller),
      itemsOf(app.db, caller.school.id, asked),
    ]);
    const seen = new Set(apps.map(({ id }) => id));
    const contents = items
      .filter(({ app_id }) => seen.has(app_id))
      .map(({ id, app_id, class_id, title, text }) => ({ id, app_id, class_id, title, text }));
    return { contents };
  });

  serve(app, openContent, async ({ input, caller, request }) => {
    const item = await itemFor(app, caller, input.id);
    const tool = await toolFor(app, caller, item.app_id);
    if (tool.entry.step_up) await requireFreshProof(app, caller, input, request);
    if (item.type === "link") return answerTo(tool.entry, item.url);
    const message = { message: "resource", class_id: item.class_id, item_id: item.id } as const;
    return open(app, caller, tool, message, item.url);
  });

  serve(app, removeContent, async ({ input, caller }) => {
    const item = await itemFor(app, caller, input.id);
    await app.db.transaction().execute((trx) => dropItem(trx, item));
    return {};
  });
}

async function open(
  app: FastifyInstance,
  holder: MemberCaller,
  tool: Tool,
  message: Message,
  target: string,
): Promise<Launch> {
  const issuer = platformAddress(app.config);
  const url = await beginLaunch(app.db, { tool, holder, message, target, issuer }, app.now());
  return answerTo(tool.entry, url);
}

async function toolFor(app: FastifyInstance, caller: MemberCaller, id: string): Promise<Tool> {
  const entry: Entry | undefined = await app.catalogue.appFor(caller, id);
  if (entry?.launch !== "lti") throw new Refusal("notFound");
  const tool = toolOf(entry);
  if (tool === undefined) throw unregistered(entry);
  return tool;
}

/** Returns the item; refused as absent if it is for no class of this person. */
async function itemFor(app: FastifyInstance, caller: MemberCaller, id: string): Promise<Item> {
  const item = await findItem(app.db, caller.school.id, id);
  if (item === undefined || !(await classIdsOf(app, caller)).includes(item.class_id)) {
    throw new Refusal("notFound");
  }
  return item;
}

async function classIdsOf(
  app: FastifyInstance,
  { user_id, identity, school }: MemberCaller,
): Promise<string[]> {
  const classes = await app.catalogue.classesOf({ user_id, identity, school_id: school.id });
  return classes.map(({ id }) => id);
}
