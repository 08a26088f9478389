import type { FastifyInstance } from "fastify";
import {
  isChild,
  readChildApps,
  LEDGER_DAYS,
  readChildren,
  readDataLedger,
  saveChildEyes,
  type ChildEyes,
  type OwnChild,
} from "#contract";
import { hasGrowth, withoutEmptyGrowth } from "../app-data/api.ts";
import { Refusal } from "../http/refusal.ts";
import { serve } from "../http/serve.ts";
import { setChildEyes } from "../user/api.ts";
import { readOwnChildren, type KeptChild } from "./children.ts";
import { factsOf, readPast } from "./ledger.ts";

/** Lets handlers read a child at another school than the parent's. */
const ACROSS = { across: "family" } as const;

/** Serves a parent's view of the own children, and decisions about them (ID-10). */
export async function familyRoutes(app: FastifyInstance): Promise<void> {
  serve(
    app,
    readChildren,
    async ({ caller }) => {
      const now = app.now();
      const children = await readOwnChildren(app.db, caller.user_id, now);
      return children.map((child) => shown(child, now));
    },
    ACROSS,
  );

  serve(
    app,
    saveChildEyes,
    async ({ input: { child_id, ...eyes }, caller, request }) => {
      const child = await ownChild(app, caller.user_id, child_id);
      const saved = await app.db.transaction().execute(async (trx) => {
        const written = await setChildEyes(
          trx,
          { child_id: child.id, guardian_id: caller.user_id },
          eyes,
          app.now(),
        );
        if (written === undefined) throw new Refusal("notFound");
        const detail = { fields: ["eye_protection"], fixed: written.fixed };
        const event = { action: "profile-change", subject_id: child.id, detail } as const;
        await app.audit.record(request, event, trx);
        return written;
      });
      app.sessions.forget(child.id);
      return saved;
    },
    ACROSS,
  );

  serve(
    app,
    readChildApps,
    async ({ input, caller: { user_id } }) => {
      const child = await ownChild(app, user_id, input.child_id);
      const { apps, categories } = await contentsOf(app, child);
      const used = new Set(apps.map(({ category_id }) => category_id));
      return { apps, category: categories.filter(({ id }) => used.has(id)) };
    },
    ACROSS,
  );

  serve(
    app,
    readDataLedger,
    async ({ input, caller: { user_id } }) => {
      const child = await ownChild(app, user_id, input.child_id);
      const [{ apps: all }, { apps: seen }, past] = await Promise.all([
        app.catalogue.contents(),
        contentsOf(app, child),
        readPast(app.db, child.id, app.now()),
      ]);
      const open = new Set(seen.map(({ id }) => id));
      const apps = all
        .filter(({ id }) => open.has(id) || past.has(id))
        .map((entry) => {
          const { id, name, icon } = entry;
          const is_open = open.has(id);
          return {
            ...{ app: { id, name, icon }, is_open },
            may_know: is_open ? factsOf(entry, child.school?.id) : [],
            ...(past.get(id) ?? { opened: 0, asked: [], asked_times: 0, sent: [] }),
          };
        });
      return { days: LEDGER_DAYS, apps };
    },
    ACROSS,
  );
}

/** Returns the apps that a child sees now in a browser, with all categories; none without an enabled school. */
async function contentsOf(app: FastifyInstance, { id, school }: KeptChild) {
  if (school === null) return { apps: [], categories: [] };
  const as = { identity: "student", roles: ["student"], client: "web", held: [] } as const;
  const child = { ...as, user_id: id, school };
  const [{ apps, categories }, growth] = await Promise.all([
    app.catalogue.contentsFor(child),
    hasGrowth(app.db, child),
  ]);
  return { apps: withoutEmptyGrowth(apps, growth), categories };
}

async function ownChild(app: FastifyInstance, userId: string, childId: string): Promise<KeptChild> {
  const [child] = await readOwnChildren(app.db, userId, app.now(), childId);
  if (child === undefined) throw new Refusal("notFound");
  return child;
}

function shown(child: KeptChild, now: Date): OwnChild {
  const { id, name, avatar, school, classes } = child;
  return {
    id,
    name,
    avatar,
    school,
    classes,
    eye_protection: eyesOf(child),
    needs_consent: isChild(child, now) && !child.is_agreed,
  };
}

function eyesOf({ eye_mode, eye_interval, eye_fixed }: KeptChild): ChildEyes {
  return { mode: eye_mode, interval: eye_interval, fixed: eye_fixed };
}
