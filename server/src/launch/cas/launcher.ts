import type { FastifyInstance } from "fastify";
import type { CasSettings } from "#contract";
import { Refusal } from "../../http/refusal.ts";
import { platformAddress } from "../../platform/platform-address.ts";
import { answerTo, type Launcher } from "../launcher.ts";
import { issueTicket } from "../tickets.ts";
import { refuse, serveLogin } from "./login.ts";
import { serveLogout } from "./logout.ts";
import { notifyAgain, notifyLater } from "./logout-queue.ts";
import { isListed } from "./rules.ts";
import { dropVisits } from "./service-tickets.ts";
import { serveValidation } from "./validate.ts";

/** Launches apps that sign people in by CAS 1.0, 2.0 or 3.0 (LA-01, `cas`). */
export async function casLauncher(app: FastifyInstance): Promise<Launcher> {
  serveLogin(app);
  serveLogout(app);
  serveValidation(app);
  notifyAgain(app);
  app.post("/cas/login", async (request, reply) => refuse(request, reply, "method"));

  return {
    async launch({ caller, entry }) {
      const { services = [] } = entry.settings as Partial<CasSettings>;
      const service = isListed(entry.url, services) ? entry.url : services[0];
      if (service === undefined) {
        throw new Refusal("conflict", {
          msg: `“${entry.name}”还没有登记登录地址，请联系管理员`,
          data: { kind: entry.launch },
        });
      }
      const launch = await issueTicket(app.db, { caller, app_id: entry.id }, app.now());
      const url = new URL("/cas/login", platformAddress(app.config));
      url.searchParams.set("service", service);
      url.searchParams.set("launch", launch);
      return answerTo(entry, url.href);
    },

    async leave({ session_id, app_id }) {
      const { apps, visits } = await dropVisits(app.db, { session_id, app_id }, app.now());
      if (visits > 0) notifyLater(app);
      return apps;
    },
  };
}
