import type { FastifyInstance } from "fastify";
import { type Selectable, sql } from "kysely";
import {
  type AgeFacts,
  AGREEMENT_TYPES,
  giveConsent,
  isChild,
  readAgreement,
  readPendingConsents,
} from "#contract";
import { Refusal } from "../http/refusal.ts";
import { serve } from "../http/serve.ts";
import type { Database, Queryable } from "../database/database.ts";
import type { AgreementTable } from "../database/tables/user.ts";
import { GRADES, IS_PUPIL } from "../session/age-facts.ts";
import { shownMarkup } from "../platform/rich-text.ts";
import { agreementManagementRoutes } from "./management.ts";
import { agreementsInForce, keepConsents } from "./api.ts";
import { foreignConsent, ownPending, pendingForChild } from "./rules.ts";

export async function agreementRoutes(app: FastifyInstance): Promise<void> {
  consentRoutes(app);
  await agreementManagementRoutes(app);

  serve(app, readAgreement, async ({ input: { type, id } }) => {
    if (type === undefined && id === undefined) {
      const errors = [{ path: "type", message: "type 与 id 须给出其一" }];
      throw new Refusal("badInput", { data: { errors } });
    }
    const agreement = await findAgreement(app.db, { type, id }, app.now());
    if (agreement === undefined) throw new Refusal("notFound");
    const { content, effective_at, ...rest } = agreement;
    // a page shows it as markup: whoever wrote the row, by the command or by SQL, nothing else gets there
    return {
      ...rest,
      content: shownMarkup(content),
      effective_at: effective_at.toISOString(),
    };
  });
}

/** Finds an agreement by its id, or the version of a type that is in force; both given, both must hold. */
async function findAgreement(
  db: Database,
  { type, id }: { type: string | undefined; id: string | undefined },
  now: Date,
): Promise<Selectable<AgreementTable> | undefined> {
  const known = AGREEMENT_TYPES.find((one) => one === type);
  if (type !== undefined && known === undefined) return undefined;
  let query = db.selectFrom("agreement").selectAll().where("effective_at", "<=", now);
  if (known !== undefined) query = query.where("type", "=", known);
  if (id !== undefined) query = query.where("id", "=", id);
  return query.orderBy("version", "desc").limit(1).executeTakeFirst();
}

/**
 * Lets handlers read a child's classes, which tell its age and may be at a school of which the guardian is no member.
 */
const ACROSS = { across: "family" } as const;

/** Serves consent outside of sign-in: for oneself, and by a guardian for a child under 14 (SE-08). */
function consentRoutes(app: FastifyInstance): void {
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
            : "未满 14 岁，要请爸爸妈妈在自己的账号里同意",
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

interface Known extends AgeFacts {
  id: string;
  name: string;
  /** The agreed versions as `type@version`; for a child, those that a guardian agreed to. */
  agreed: string[];
}

/** Returns the person, or the person's children, with the agreed versions. */
async function readKnown(
  db: Queryable,
  userId: string,
  whose: "own" | "children",
): Promise<Known[]> {
  const who =
    whose === "own"
      ? sql`u.id = ${userId}`
      : sql`u.is_abled and u.id in (select child_id from guardian where user_id = ${userId})`;
  const counts = whose === "own" ? sql`true` : sql`c.given_by is not null`;
  const { rows } = await sql<Known>`
    select u.id, u.name, u.birth_date, ${IS_PUPIL(sql`u.id`)} as is_pupil, ${GRADES(sql`u.id`)} as grades,
      array(select c.type || '@' || c.version from consent c where c.user_id = u.id and ${counts}) as agreed
    from "user" u where ${who} order by u.birth_date, u.id`.execute(db);
  return rows;
}
