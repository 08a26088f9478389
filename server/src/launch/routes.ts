import type { FastifyInstance } from "fastify";
import { launchApp, leaveApps as leaveAppsCall } from "#contract";
import { ownLink, readItemLink } from "../app-data/api.ts";
import { acrossSchools } from "../database/scope.ts";
import { Refusal } from "../http/refusal.ts";
import { requireFreshProof } from "../session/fresh-proof.ts";
import { serve } from "../http/serve.ts";
import type { MemberCaller } from "../session/caller.ts";
import type { Entry } from "./launcher.ts";
import { type Launchers, makeLaunchers } from "./launchers.ts";
import { followEndedSessions, leaveApps } from "./leave.ts";
import { makeAppFetch, type AppFetch } from "./outbound/call-app.ts";
import { serveProof } from "./prove.ts";
import { SigningKeys } from "./signing-keys.ts";
import { dropOldTickets } from "./tickets.ts";
import { daysBefore } from "../platform/days.ts";
import { WindowLimit } from "../platform/window-limit.ts";

declare module "fastify" {
  interface FastifyInstance {
    launchDeps: LaunchDeps;
  }
}

interface LaunchDeps {
  /** Calls the addresses that entries of the catalogue name. */
  callApp: AppFetch;
  /** The keys that sign the platform's messages to apps. */
  signingKeys: SigningKeys;
  /** Counts the tokens and assertions of tools that were refused, by network. */
  refusedTools: WindowLimit;
}

/** Refused tokens and assertions from one network within a minute. */
const MAX_REFUSED = 60;

export async function launchRoutes(app: FastifyInstance): Promise<void> {
  // apps and their browsers come as nobody's member: whose a ticket, grant or context is, its row says
  app.addHook("preHandler", (_request, _reply, done) => acrossSchools("app-sign-in", done));
  serveProof(app);
  app.decorate("launchDeps", {
    callApp: makeAppFetch(app.config),
    signingKeys: new SigningKeys(app),
    refusedTools: new WindowLimit(MAX_REFUSED),
  });
  const launchers = await makeLaunchers(app);
  app.sessionEnds.listen((userId) => followEndedSessions(app, launchers, userId));
  sweepLaunches(app, launchers);

  serve(app, launchApp, async ({ input, caller, request }) => {
    const entry = await app.catalogue.appFor(caller, input.app_id);
    if (entry === undefined) throw new Refusal("notFound");
    if (entry.step_up) await requireFreshProof(app, caller, input, request);
    const launch = await launchers[entry.launch].launch({
      caller,
      entry: await atItem(app, caller, entry, input.item),
    });
    await app.audit.record(request, {
      action: "launch",
      object: { kind: "app", id: entry.id },
      subject_id: caller.user_id,
      detail: { kind: entry.launch },
    });
    return launch;
  });

  serve(app, leaveAppsCall, async ({ input, caller: { session_id, user_id }, request }) => {
    const ended = await leaveApps(app, launchers, { session_id, app_id: input.app_id });
    await app.audit.record(request, {
      action: "leave",
      subject_id: user_id,
      detail: { apps: ended },
    });
    return { ended };
  });
}

/**
 * Returns an entry that leads to what the app has sent for this home; as it is where that is gone, or lies outside of the
 * app's origin by now.
 */
async function atItem(
  app: FastifyInstance,
  { user_id, identity, school }: MemberCaller,
  entry: Entry,
  item: string | undefined,
): Promise<Entry> {
  if (item === undefined) return entry;
  const home = { user_id, identity, school_id: school.id };
  const link = await readItemLink(app.db, home, entry.id, item);
  const url = link === undefined ? undefined : ownLink(link, entry.url);
  return url === undefined ? entry : { ...entry, url };
}

const FOLLOW_EVERY_MS = 60_000;
const CLEAR_EVERY_MS = 3_600_000;

/** Registers the jobs that leave the apps of ended sessions of which no notification came, and delete old launches. */
function sweepLaunches(app: FastifyInstance, launchers: Launchers): void {
  app.jobs.handle("session-ends", {
    everyMs: FOLLOW_EVERY_MS,
    run: () => followEndedSessions(app, launchers),
  });
  app.jobs.handle("launch-sweep", {
    everyMs: CLEAR_EVERY_MS,
    run: () => dropOldTickets(app.db, daysBefore(app.now(), app.config.sessionDays)),
  });
}
