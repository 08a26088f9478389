import type { FastifyInstance, FastifyRequest } from "fastify";
import { ADMINISTRATION_PATH, readAdministration } from "#contract";
import { Refusal } from "../http/refusal.ts";
import { isListed, networkList } from "../platform/networks.ts";
import type { SelfCaller } from "./caller.ts";
import { readProof } from "./fresh-proof.ts";

const MS_PER_MINUTE = 60_000;

/** Returns whether a call is one of administration, to which the gate applies (GR-08). */
export function isAdministration({ path }: { path: string }): boolean {
  // home asks what one may do, for its search, and is no use of administration
  return path.startsWith(ADMINISTRATION_PATH) && path !== readAdministration.path;
}

/**
 * Returns the gate before administration (GR-08): it refuses callers from outside of the allowed networks, and demands
 * a fresh proof from a session in which administration has not been used for a while.
 */
export function administrationGate(
  app: FastifyInstance,
): (request: FastifyRequest, caller: SelfCaller) => Promise<void> {
  const { adminIdleMinutes } = app.config;
  const isAllowed = administrationNetworks(app);
  const idleMs = adminIdleMinutes * MS_PER_MINUTE;
  return async (request, caller) => {
    if (!isAllowed(request)) {
      throw new Refusal("notAllowed", { msg: "管理页面只能在学校规定的网络里使用" });
    }
    const record = request.sessionRecord;
    if (idleMs === 0 || record === null) return;
    const now = app.now();
    // from far in the future: it was before the clock was put back
    const isRecent = (at: Date | null) =>
      at !== null && Math.abs(now.getTime() - at.getTime()) < idleMs;
    const { proved_at, administered_at } = record.session;
    if (!isRecent(proved_at) && !isRecent(administered_at)) {
      // this node's copy of the session may be from before the proof
      const proved = await readProof(app.db, caller.session_id);
      if (!isRecent(proved)) {
        const factor = await app.signIn.secondFactors.wanted(caller.user_id, request);
        throw new Refusal("checkWanted", {
          msg: "管理页面有一会儿没有使用了，请再次确认是您本人",
          data: { ...factor, check: "password", why: "administration" },
        });
      }
    }
    app.sessions.administered(record, now);
  };
}

/** Returns the function that tells whether a request comes from where administration is possible. */
export function administrationNetworks(app: FastifyInstance): (request: FastifyRequest) => boolean {
  const { adminNetworks } = app.config;
  if (adminNetworks.length === 0) return () => true;
  const allowed = networkList(adminNetworks);
  return ({ ip }) => isListed(allowed, ip);
}
