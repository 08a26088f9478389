import type { FastifyInstance } from "fastify";
import type { MemberCaller } from "../../session/caller.ts";
import { platformAddress } from "../../platform/platform-address.ts";
import { answerTo, type Launcher } from "../launcher.ts";
import type { Queryable } from "../../database/database.ts";
import { serveAuthorize } from "./authorize.ts";
import { serveContent } from "./content.ts";
import { serveDeepLinkReturn } from "./deep-link-return.ts";
import { beginLaunch } from "./launches.ts";
import { targetOf, toolOf, unregistered } from "./tool.ts";
import { serveLineItems } from "./line-items.ts";
import { serveMembers } from "./members.ts";
import { serveScores } from "./scores.ts";
import { answerServiceErrors } from "./service.ts";
import { serveToken } from "./token.ts";
import { MEDIA } from "./vocabulary.ts";

/**
 * Launches LTI 1.3 tools (LA-01, `lti`): the platform's side, with Deep Linking, Names and Roles, Assignments and
 * Grades.
 */
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

/** Returns the class from which a tile is opened: the person's own, the first of several. */
async function classOf(
  app: FastifyInstance,
  { user_id, identity, school }: MemberCaller,
): Promise<string | null> {
  const [first] = await app.catalogue.classesOf({ user_id, identity, school_id: school.id });
  return first?.id ?? null;
}

/**
 * Serves the calls of tools' servers: keys, tokens, members, grades. Registered apart, since their faults are answered
 * in OAuth's form.
 */
async function ltiServices(scope: FastifyInstance): Promise<void> {
  answerServiceErrors(scope);
  scope.addContentTypeParser(
    [MEDIA.lineItem, MEDIA.score],
    { parseAs: "string" },
    scope.getDefaultJsonParser("error", "error"),
  );
  scope.get("/lti/jwks", async (_request, reply) =>
    reply
      .header("cache-control", "public, max-age=300")
      .type("application/json; charset=utf-8")
      .send(JSON.stringify(await scope.launchDeps.signingKeys.publicSet())),
  );
  serveToken(scope);
  serveMembers(scope);
  serveLineItems(scope);
  serveScores(scope);
}

/** Milliseconds between two sweeps, and those for which an expired row is still kept. */
const SWEEP_EVERY_MS = 3_600_000;

/**
 * Deletes expired tokens, choices and assertions. An assertion is kept past its expiry, so that it cannot be used
 * twice.
 */
export async function dropExpired(db: Queryable, now: Date): Promise<void> {
  const before = new Date(now.getTime() - SWEEP_EVERY_MS);
  for (const table of ["lti_access_token", "lti_assertion", "lti_deep_link"] as const) {
    await db.deleteFrom(table).where("expires_at", "<", before).execute();
  }
}
