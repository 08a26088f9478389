import type { FastifyInstance } from "fastify";
import {
  isChild,
  readChildApps,
  readChildren,
  saveChildEyes,
  type ChildEyes,
  type OwnChild,
} from "#contract";
import { Refusal } from "../http/refusal.ts";
import { serve } from "../http/serve.ts";
import { setChildEyes } from "../user/api.ts";
import { readOwnChildren, type KeptChild } from "./children.ts";

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
      const { school } = child;
      if (school === null) return { apps: [], category: [] };
      const looking = {
        user_id: child.id,
        identity: "student",
        roles: ["student"],
        school,
        client: "web",
        held: [],
      } as const;
      const { apps, categories } = await app.catalogue.contentsFor(looking);
      const used = new Set(apps.map(({ category_id }) => category_id));
      return { apps, category: categories.filter(({ id }) => used.has(id)) };
    },
    ACROSS,
  );
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
