import type { FastifyInstance } from "fastify";
import type { MemberCaller } from "../../http/caller.ts";
import { platformAddress } from "../../platform/platform-address.ts";
import { answerTo } from "../answer-to.ts";
import type { Launcher } from "../launcher.ts";
import { serveAuthorize } from "./authorize.ts";
import { serveContent } from "./content.ts";
import { serveDeepLinkReturn } from "./deep-link-return.ts";
import { beginLaunch } from "./launches.ts";
import { ltiServices } from "./services.ts";
import { dropExpired, SWEEP_EVERY_MS } from "./sweep.ts";
import { targetOf, toolOf, unregistered } from "./tool.ts";

/** Tools of LTI 1.3 (LA-01, `lti`): the platform's side, with Deep Linking, Names and Roles, Assignments and Grades. */
export async function ltiLauncher(app: FastifyInstance): Promise<Launcher> {
  serveAuthorize(app);
  serveDeepLinkReturn(app);
  serveContent(app);
  await app.register(ltiServices);
  app.jobs.handle("lti-sweep", {
    everyMs: SWEEP_EVERY_MS,
    run: () => dropExpired(app.db, app.now()),
  });

  return {
    async launch({ caller, entry }) {
      const tool = toolOf(entry);
      if (tool === undefined) throw unregistered(entry);
      const url = await beginLaunch(
        app.db,
        {
          tool,
          holder: caller,
          message: { message: "resource", class_id: await classOf(app, caller), item_id: null },
          target: targetOf(tool),
          issuer: platformAddress(app.config),
        },
        app.now(),
      );
      return answerTo(entry, url);
    },
  };
}

/** The class that a tile is opened from: the person's own, or the first of several. */
async function classOf(
  app: FastifyInstance,
  { user_id, identity, school }: MemberCaller,
): Promise<string | null> {
  const [first] = await app.catalogue.classesOf({ user_id, identity, school_id: school.id });
  return first?.id ?? null;
}
