import type { FastifyInstance } from "fastify";
import { giveConsent, isChild, readPendingConsents } from "#contract";
import { Refusal } from "../http/refusal.ts";
import { serve } from "../http/serve.ts";
import { agreementsInForce, keepConsents } from "./api.ts";
import { readKnown } from "./consents.ts";
import { foreignConsent, ownPending, pendingForChild } from "./rules.ts";

/** A child's classes tell its age, and may be at a school that the guardian is not of. */
const ACROSS = { across: "family" } as const;

/** Consent outside of sign-in: for oneself, and by a guardian for a child under 14 (SE-08). */
export function consentRoutes(app: FastifyInstance): void {
  serve(
    app,
    readPendingConsents,
    async ({ caller }) => {
      const { db } = app;
      const now = app.now();
      const [inForce, [own], children] = await Promise.all([
        agreementsInForce(db, now),
        readKnown(db, caller.user_id, "own"),
        readKnown(db, caller.user_id, "children"),
      ]);
      return {
        own: own === undefined ? [] : ownPending(inForce, own, now),
        children: children
          .map((child) => ({
            id: child.id,
            name: child.name,
            agreements: pendingForChild(inForce, child, now),
          }))
          .filter(({ agreements }) => agreements.length > 0),
      };
    },
    ACROSS,
  );

  serve(
    app,
    giveConsent,
    async ({ input: { agreements, child_id }, caller, request }) => {
      const { db } = app;
      const now = app.now();
      const forChild = child_id !== undefined;
      const known = await readKnown(db, caller.user_id, forChild ? "children" : "own");
      const person = known.find(({ id }) => id === (child_id ?? caller.user_id));
      if (person === undefined) throw new Refusal("notFound");
      if (isChild(person, now) !== forChild) {
        throw new Refusal("notAllowed", {
          msg: forChild
            ? "孩子已满 14 岁，由孩子自己同意"
            : "未满 14 岁，要请爸爸妈妈在他们的学门里同意",
        });
      }
      const inForce = await agreementsInForce(db, now);
      const wrong = foreignConsent(agreements, inForce, forChild);
      if (wrong === "unknown") {
        const errors = [{ path: "agreements", message: "没有这种协议，或不需要同意" }];
        throw new Refusal("badInput", { data: { errors } });
      }
      if (wrong === "outdated") {
        const data = { agreements: inForce };
        throw new Refusal("conflict", { msg: "协议已经更新，请重新阅读后再同意", data });
      }
      await db.transaction().execute(async (trx) => {
        const by = forChild ? caller.user_id : null;
        await keepConsents(trx, agreements, { user_id: person.id, given_by: by, now });
        const detail = { agreements: agreements.map(({ type, version }) => `${type}@${version}`) };
        const event = { action: "consent", subject_id: person.id, detail } as const;
        await app.audit.record(request, event, trx);
      });
      return {};
    },
    ACROSS,
  );
}
