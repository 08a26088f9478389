import type { FastifyInstance } from "fastify";
import {
  countPeople,
  PEOPLE_PAGE_SIZE,
  MAX_PEOPLE_COUNTED,
  readPeople,
  readPersonHistory,
  readPersonWhole,
} from "#contract";
import { pupilsAmong, recordChildRead } from "../audit/child-read.ts";
import { visibilityOf } from "../change-set/api.ts";
import { planned } from "../database/planned.ts";
import { acrossSchools } from "../database/scope.ts";
import { invalidCursor, Refusal } from "../http/refusal.ts";
import { serve } from "../http/serve.ts";
import { duplicateRoutes } from "./duplicates.ts";
import { readOrigins } from "../origin/api.ts";
import { readHistory } from "./history.ts";
import { filterOf, cursorIn } from "./filter.ts";
import { countMatching, readPage } from "./list.ts";
import { leaverRoutes } from "./leavers.ts";
import { peopleListRoutes } from "./lists.ts";
import { readNewNames, readStaleNames } from "./readings.ts";
import { parseHistoryCursor, writeCursor, formatHistoryCursor } from "./rules.ts";
import { isWithin, readActs, readWhole } from "./whole.ts";
import { peopleWritten, withOrigins } from "./origins.ts";

const READ_NAMES_EVERY_MS = 60_000;

/** Serves the people of a scope: searched, counted, and each one whole (AD-01, AD-02). */
export async function peopleRoutes(app: FastifyInstance): Promise<void> {
  app.jobs.handle("person-names", {
    everyMs: READ_NAMES_EVERY_MS,
    run: ({ signal }) => readStaleNames(app.db, signal),
  });

  await app.register(peopleListRoutes);
  await app.register(duplicateRoutes);
  await app.register(leaverRoutes);

  serve(app, readPeople, async ({ input, caller, request }) => {
    const { sort = "name", limit = PEOPLE_PAGE_SIZE } = input;
    const after = cursorIn(input.after, sort);
    const asked = await filterOf(app, caller, input);
    if (asked === undefined) return { people: [], next: null };
    await readNewNames(app.db);
    const { people, next, pupils } = await planned(app.db, (trx) =>
      readPage(trx, { ...asked, sort, after, limit }),
    );
    await recordChildRead(app, request, pupils, { object: { kind: "people", id: "list" } });
    return { people, next: next && writeCursor(next) };
  });

  serve(app, countPeople, async ({ input, caller }) => {
    const asked = await filterOf(app, caller, input);
    if (asked === undefined) return { count: 0, more: false };
    await readNewNames(app.db);
    const upTo = MAX_PEOPLE_COUNTED + 1;
    const count = await planned(app.db, (trx) => countMatching(trx, asked, upTo));
    return {
      count: Math.min(count, MAX_PEOPLE_COUNTED),
      more: count > MAX_PEOPLE_COUNTED,
    };
  });

  serve(app, readPersonWhole, async ({ input: { user_id }, caller, request }) => {
    const whole = await readWhole(app.db, caller.scope, user_id, app.now());
    if (whole === undefined) throw new Refusal("notFound");
    const { isPupil, ...person } = whole;
    const maySee = await visibilityOf(app, caller);
    const organisations = await app.organisations.tree();
    const children = person.children.map(({ id }) => id);
    await recordChildRead(app, request, isPupil ? [user_id, ...children] : children, {
      object: { kind: "person", id: user_id },
    });
    const isSelf = user_id === caller.user_id;
    return acrossSchools("administration", async () => {
      const reader = { scope: caller.scope, organisations, maySee };
      const origins = await readOrigins(app.db, reader, { people: peopleWritten(person) });
      const can = await readActs(app.db, caller.scopeOf, { user_id, isSelf });
      return { ...withOrigins(person, origins), can };
    });
  });

  serve(app, readPersonHistory, async ({ input: { user_id, after }, caller, request }) => {
    const place = after === undefined ? undefined : parseHistoryCursor(after);
    if (after !== undefined && place === undefined) throw invalidCursor();
    if (!(await isWithin(app.db, caller.scope, user_id))) throw new Refusal("notFound");
    const pupils = await pupilsAmong(app.db, [user_id]);
    await recordChildRead(app, request, pupils, { object: { kind: "person", id: user_id } });
    const maySee = await visibilityOf(app, caller);
    const { entries, next } = await acrossSchools("administration", () =>
      readHistory(app.db, { scope: caller.scope, maySee }, user_id, place),
    );
    return { entries, next: next && formatHistoryCursor(next.at, next.id) };
  });
}
