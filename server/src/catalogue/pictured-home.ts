import type { FastifyInstance } from "fastify";
import { DOCKED_APPS, type PicturedApp, type PicturedHome, rolesOf } from "#contract";
import { readHeld, readMemberships } from "./explain/queries.ts";
import { type CatalogueApp, readQuickApps, readUsedAppIds } from "./queries.ts";
import { categoriesOf, recentlyUsed } from "./rules.ts";

/** Home of the browser: other clients may show other apps. */
const CLIENT = "web";

/**
 * Draws a person's homes in the browser as data, one for each identity under which the person can act, from the functions
 * that answer for the homes themselves (AD-18). Nothing in it opens anything. The statements must see every school.
 */
export async function picturedHomes(
  app: FastifyInstance,
  user_id: string,
): Promise<PicturedHome[]> {
  const homes: PicturedHome[] = [];
  const held = await readHeld(app, user_id);
  for (const membership of await readMemberships(app.db, { kind: "all" }, user_id)) {
    const { school_id, school_name, identity, heads } = membership;
    const roles = rolesOf(identity, heads ? [school_id] : []);
    const looking = {
      user_id,
      identity,
      roles,
      client: CLIENT,
      held,
      school: { id: school_id },
    } as const;
    const [{ categories, apps }, used, chosen] = await Promise.all([
      app.catalogue.contentsFor(looking),
      readUsedAppIds(app.db, looking),
      readQuickApps(app.db, looking),
    ]);
    const shown = apps.filter(({ display_status }) => display_status === "display");
    const byId = new Map(shown.map((one) => [one.id, pictured(one)]));
    const pick = (ids: readonly string[]) => ids.flatMap((id) => byId.get(id) ?? []);
    homes.push({
      ...{ school_id, school_name, identity },
      quick: pick(chosen).slice(0, DOCKED_APPS),
      recent: pick(recentlyUsed(used, apps)),
      shelves: categoriesOf(categories, shown).map(({ id, name }) => ({
        ...{ id, name },
        apps: shown.filter(({ category_id }) => category_id === id).map(pictured),
      })),
    });
  }
  return homes;
}

function pictured({ id, name, icon }: CatalogueApp): PicturedApp {
  return { id, name, icon };
}
