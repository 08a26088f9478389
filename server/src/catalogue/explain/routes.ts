import type { FastifyInstance, FastifyRequest } from "fastify";
import { sql } from "kysely";
import {
  type AnswerOf,
  explainHiddenApps,
  MAX_HIDDEN_APPS,
  previewAppFor,
  readAppsSeenBy,
  rolesOf,
  type SeenUnder,
} from "#contract";
import { pupilsAmong, recordChildRead } from "../../audit/child-read.ts";
import { acrossSchools } from "../../database/scope.ts";
import { Refusal } from "../../http/refusal.ts";
import { serve } from "../../http/serve.ts";
import type { Held } from "../../rights/rules.ts";
import type { ClientKind, RightsCaller } from "../../session/caller.ts";
import { readViewerGroups } from "../viewer-groups.ts";
import { type Census, readCensus } from "../census.ts";
import { seenBy } from "../editing/preview.ts";
import { draftedAudience } from "../editing/save.ts";
import type { CatalogueApp } from "../queries.ts";
import { isOfferedIn, mayEdit, appScopeOf } from "../app-scope.ts";
import { type Audience, decide, explain } from "../rules.ts";
import { readHeld, readManagerName, readMemberships, type MembershipRow } from "./queries.ts";
import { askText, sentenceFor, traceWords } from "./words.ts";

/**
 * Serves the reasons why an app is not seen (AD-17): one sentence for everybody, every limit for those who manage apps.
 */
export async function explainRoutes(app: FastifyInstance): Promise<void> {
  serve(app, explainHiddenApps, async ({ input: { name }, caller }) => {
    const [{ apps }, viewer] = await Promise.all([
      app.catalogue.contents(),
      app.catalogue.viewer(caller),
    ]);
    const now = app.now().getTime();
    const told: { name: string; sentence: string }[] = [];
    let census: Promise<Census> | undefined;
    const readOnce = () =>
      (census ??= acrossSchools("groups", () =>
        readCensus(app.db, sql`s.id = ${caller.school.id}`),
      ));
    for (const one of apps) {
      if (told.length === MAX_HIDDEN_APPS) break;
      if (one.display_status !== "display" || !isMeant(one, name)) continue;
      const decision = decide(one, viewer, now);
      if (decision.sees || !(await isForAny(app, await readOnce(), one))) continue;
      told.push({ name: one.name, sentence: sentenceFor(one, decision.hidden_by, now) });
    }
    const isPupilOrSo = !["manager", "admin", "inner_admin"].includes(caller.identity);
    const manager = isPupilOrSo ? await readManagerName(app.db, caller.school.id) : undefined;
    return { apps: told, ask: askText(caller.identity, manager) };
  });

  serve(
    app,
    readAppsSeenBy,
    async ({ input: { user_id, app_id, client = "web" }, caller, request }) => {
      const memberships = await membershipsOf(app, request, caller, user_id);
      const { apps } = await app.catalogue.contents();
      const [appScope, tree] = [appScopeOf(caller, app.now()), await app.organisations.tree()];
      const known = apps.filter(
        (one) =>
          (app_id === undefined || one.id === app_id) &&
          (mayEdit(appScope, one) || isOfferedIn(caller.scope, tree, one)),
      );
      if (app_id !== undefined && known.length === 0) throw new Refusal("notFound");
      return seenByPerson(app, known, memberships, {
        user_id,
        client,
        isWhole: app_id !== undefined,
      });
    },
  );

  serve(app, previewAppFor, async ({ input: { user_id, ...given }, caller, request }) => {
    const appScope = appScopeOf(caller, app.now());
    const { draft, kept, audience } = await acrossSchools("catalogue", () =>
      draftedAudience(app.db, appScope, given),
    );
    const memberships = await membershipsOf(app, request, caller, user_id);
    const drawn = {
      ...audience,
      ...{ id: draft.id ?? "new", name: draft.name ?? "", icon: "", category_id: "" },
      url: draft.url ?? kept?.url ?? "",
    };
    return seenByPerson(app, [drawn], memberships, { user_id, client: "web", isWhole: true });
  });
}

/** Returns the identities of a person within the caller's scope, and records that they were looked at; elsewhere nobody exists. */
async function membershipsOf(
  app: FastifyInstance,
  request: FastifyRequest,
  { scope }: RightsCaller,
  user_id: string,
): Promise<readonly MembershipRow[]> {
  const memberships = await readMemberships(app.db, scope, user_id);
  if (memberships.length === 0) throw new Refusal("notFound");
  await recordChildRead(app, request, await pupilsAmong(app.db, [user_id]), {
    object: { kind: "person", id: user_id },
  });
  return memberships;
}

async function seenByPerson(
  app: FastifyInstance,
  apps: readonly ShownApp[],
  memberships: readonly MembershipRow[],
  query: Omit<ExplainQuery, "held" | "membership">,
): Promise<AnswerOf<typeof readAppsSeenBy>> {
  const held = await readHeld(app, query.user_id);
  const seen: SeenUnder[] = [];
  for (const membership of memberships) {
    seen.push(await seenUnder(app, apps, { ...query, membership, held }));
  }
  return { name: memberships[0]?.name ?? "", memberships: seen };
}

/**
 * Returns whether anybody of a census may see the app at some time on some device, if it were switched on there:
 * otherwise it does not exist for them.
 */
async function isForAny(app: FastifyInstance, census: Census, one: CatalogueApp): Promise<boolean> {
  const now = app.now().getTime();
  // what a school has switched off itself is no secret to its people
  const anyTime = { ...one, clients: [], open_at: null, close_at: null, off_school_ids: [] };
  const groups = await acrossSchools("groups", () =>
    readViewerGroups(app.db, anyTime, census, { client: "web", now: app.now() }),
  );
  return seenBy(anyTime, groups, now).some(({ seen }) => seen > 0);
}

/** An app, or the draft of one, with what its place in a list shows. */
type ShownApp = Audience & Pick<CatalogueApp, "id" | "name" | "icon" | "category_id">;

interface ExplainQuery {
  user_id: string;
  membership: MembershipRow;
  client: ClientKind;
  held: readonly Held[];
  /** True to explain every limit. */
  isWhole: boolean;
}

async function seenUnder(
  app: FastifyInstance,
  apps: readonly ShownApp[],
  { user_id, membership, client, held, isWhole }: ExplainQuery,
): Promise<SeenUnder> {
  const { school_id, school_name, identity, heads } = membership;
  const roles = rolesOf(identity, heads ? [school_id] : []);
  const school = { id: school_id };
  const looking = { user_id, identity, school, roles, client, held };
  const groups = apps.flatMap((one) => [...one.allow_group_ids, ...one.deny_group_ids]);
  const viewer = await app.catalogue.viewer(looking, undefined, groups);
  const now = app.now().getTime();
  return {
    school_id,
    school_name,
    identity,
    apps: apps.map((one) => {
      const { id, name, icon, category_id } = one;
      const { sees, hidden_by, trace } = explain(one, viewer, now);
      const sentence = hidden_by === null ? "" : sentenceFor(one, hidden_by, now);
      const words = isWhole ? traceWords(one, viewer, { school: school_name, now }, trace) : [];
      return { id, name, icon, category_id, sees, hidden_by, sentence, trace: words };
    }),
  };
}

type Named = Pick<CatalogueApp, "name" | "pinyin" | "aliases">;

/** Returns whether a typed text matches an app: a part of its name, or the beginning of its pinyin or initials. */
function isMeant({ name, pinyin, aliases = [] }: Named, typed: string): boolean {
  const word = plain(typed);
  if (word.length < 2) return false;
  const syllables = plain(pinyin, " ").split(" ").filter(Boolean);
  const initials = syllables.map((syllable) => syllable.charAt(0)).join("");
  return (
    [name, ...aliases].some((one) => plain(one).includes(word)) ||
    syllables.join("").startsWith(word) ||
    initials.startsWith(word)
  );
}

function plain(text: string, space = ""): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll("ü", "v")
    .replace(/[\s'’\p{P}]+/gu, space);
}
