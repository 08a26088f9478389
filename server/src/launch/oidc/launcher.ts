import type { FastifyInstance } from "fastify";
import { Refusal } from "../../http/refusal.ts";
import { answerTo, type Launcher } from "../launcher.ts";
import { issueTicket } from "../tickets.ts";
import { launchHint } from "./bearer.ts";
import { clientOf, issuerOf, oidcSettings } from "./clients.ts";
import { dropExpired, dropOldGrants } from "./grants.ts";
import { mountProvider, ProviderCache } from "./mount.ts";
import { serveInteraction } from "./interaction.ts";
import { LogoutFanOut } from "./logout-fan-out.ts";

const SWEEP_EVERY_MS = 60_000;
const KEEP_GRANTS_MS = 24 * 3_600_000;

/** Launches apps by OpenID Connect (LA-01, `oidc`): the platform is their OpenID Provider. */
export async function oidcLauncher(app: FastifyInstance): Promise<Launcher> {
  const fanOut: LogoutFanOut = new LogoutFanOut(app, () => providers.current());
  const providers = new ProviderCache(app, (grantId) => fanOut.endOne(grantId));
  serveInteraction(app, providers, fanOut);
  await mountProvider(app, providers);
  app.jobs.handle("oidc-logout", { everyMs: SWEEP_EVERY_MS, run: () => fanOut.tryAgain() });
  app.jobs.handle("oidc-sweep", {
    everyMs: SWEEP_EVERY_MS,
    run: async () => {
      await dropExpired(app.db, app.now());
      await dropOldGrants(app.db, new Date(app.now().getTime() - KEEP_GRANTS_MS));
    },
  });

  return {
    async launch({ caller, entry }) {
      const settings = oidcSettings(entry);
      if (settings === undefined || clientOf(entry) === undefined) {
        throw new Refusal("conflict", {
          msg: `“${entry.name}”还没有完成接入设置，请联系管理员`,
          data: { kind: entry.launch },
        });
      }
      const { session_id, identity, school } = caller;
      const but = { identity, school_id: school.id };
      await fanOut.endAndWait({ session_id, app_id: entry.id, but });
      const ticket = await issueTicket(app.db, { caller, app_id: entry.id }, app.now());
      if (settings.initiate_login_uri === undefined) return answerTo(entry, entry.url);
      const url = new URL(settings.initiate_login_uri);
      url.searchParams.set("iss", issuerOf(app));
      url.searchParams.set("target_link_uri", entry.url);
      url.searchParams.set("login_hint", launchHint(ticket));
      return answerTo(entry, url.href);
    },
    leave: ({ session_id, app_id }) => fanOut.end({ session_id, app_id }),
  };
}
