import type { FastifyInstance } from "fastify";
import { type Identity, isIdentity, readApps, saveQuickApps } from "#contract";
import { badgesOf, hasGrowth, withBadges, withoutEmptyGrowth } from "../app-data/api.ts";
import { Refusal } from "../http/refusal.ts";
import { serve } from "../http/serve.ts";
import { editingRoutes } from "./editing/routes.ts";
import { explainRoutes } from "./explain/routes.ts";
import { shelfRoutes } from "./shelf-routes.ts";
import { readOwnOfHome, readQuickApps, writeQuickApps } from "./queries.ts";
import { categoriesOf, recentlyUsed, withUnseen } from "./rules.ts";

export async function catalogueRoutes(app: FastifyInstance): Promise<void> {
  serve(
    app,
    readApps,
    async ({ input, caller }) => {
      assertAsksForOwn(input.identity, caller.identity);
      const { user_id, identity, school } = caller;
      const membership = { user_id, identity, school_id: school.id };
      const [{ place, used, badges }, growth] = await Promise.all([
        readOwnOfHome(app.db, membership, badgesOf),
        hasGrowth(app.db, caller),
      ]);
      const { categories, apps: open } = await app.catalogue.contentsFor(caller, place);
      const apps = withoutEmptyGrowth(open, growth);
      return {
        apps: withBadges(apps, badges),
        theme: caller.person.theme,
        category: categoriesOf(categories, apps),
        recent_app_ids: recentlyUsed(used, apps),
      };
    },
    { remembered: true },
  );

  serve(app, saveQuickApps, async ({ input: { app_ids }, caller }) => {
    const [{ apps }, stored] = await Promise.all([
      app.catalogue.contentsFor(caller),
      readQuickApps(app.db, caller),
    ]);
    const seen = new Set(apps.map(({ id }) => id));
    if (!app_ids.every((id) => seen.has(id) || stored.includes(id))) throw new Refusal("notFound");
    const wanted = app_ids.filter((id) => seen.has(id));
    await writeQuickApps(app.db, caller, withUnseen(wanted, stored, seen), app.now());
    return { app_ids: wanted };
  });

  await app.register(editingRoutes);
  await app.register(explainRoutes);
  await app.register(shelfRoutes);
}

/** The word that asks for apps open to everyone, beside those of the identity (AP-05). */
const EVERYONE = "all";

/**
 * Checks the parameter `identity` of the apps call, as `teacher,all` (AP-05), against the identity the call acts under.
 * A word that is none is bad input; another identity is not allowed, held or not: header and parameter must agree.
 */
function assertAsksForOwn(parameter: string | undefined, acting: Identity): void {
  const words = (parameter ?? "").split(",").filter((word) => word !== "" && word !== EVERYONE);
  if (words.some((word) => !isIdentity(word))) {
    throw new Refusal("badInput", {
      data: { errors: [{ path: "identity", message: "应为身份与 all，如 teacher,all" }] },
    });
  }
  if (words.some((word) => word !== acting)) throw new Refusal("notAllowed");
}
