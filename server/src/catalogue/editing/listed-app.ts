import { AUDIENCE_LISTS, type ListedApp } from "#contract";
import type { CatalogueApp } from "../queries.ts";

/** A line of the developers' table: of whom lists name only how many, and of the secret only whether there is one. */
export function listedApp(
  app: CatalogueApp,
  rules: ListedApp["rules"],
  may_edit: boolean,
): ListedApp {
  const count = (prefix: string) =>
    AUDIENCE_LISTS.filter((list) => list.startsWith(prefix))
      .map((list) => app[list].length)
      .reduce((sum, length) => sum + length, 0);
  return {
    ...app,
    stage_ids: [...app.stage_ids],
    grade_ids: [...app.grade_ids],
    claims: [...app.claims],
    schools: app.school_ids.length,
    classes: app.class_ids.length,
    allowed: count("allow_"),
    denied: count("deny_"),
    open_at: isoTime(app.open_at),
    close_at: isoTime(app.close_at),
    updated_at: app.updated_at.toISOString(),
    settings: Object.keys(app.settings).sort(),
    has_secret: app.secret_hash !== null,
    may_edit,
    rules,
  };
}

function isoTime(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
