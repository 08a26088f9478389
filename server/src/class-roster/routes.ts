import type { FastifyInstance } from "fastify";
import { readClassRoster, resetPupilPassword, TEMPORARY_PASSWORD_DAYS } from "#contract";
import { whoHasGrowth } from "../app-data/api.ts";
import { acrossSchools } from "../database/scope.ts";
import { recordChildRead } from "../audit/child-read.ts";
import { endSignIns } from "../sign-in/api.ts";
import { requireFreshProof } from "../session/fresh-proof.ts";
import { Refusal } from "../http/refusal.ts";
import { serve } from "../http/serve.ts";
import { inNameOrder } from "../people/api.ts";
import { notifyPeople } from "../person-notice/api.ts";
import { newTemporaryPassword, setPassword } from "../user/api.ts";
import { groundsOf, seesEveryClass } from "./policy.ts";
import { teachingRoutes } from "./teaching.ts";
import { findPupil, readClasses, readPupils } from "./queries.ts";
import { daysAfter } from "../platform/days.ts";

/** Serves a class's pupils to those who look after them, and new passwords for pupils who forgot theirs (SE-11). */
export async function classRosterRoutes(app: FastifyInstance): Promise<void> {
  await app.register(teachingRoutes);

  serve(app, readClassRoster, async ({ input, caller, request }) => {
    const school = caller.school.id;
    const headed = await readClasses(app.db, school, caller.user_id);
    const classes = seesEveryClass(caller) ? await readClasses(app.db, school) : headed;
    const first = headed[0] ?? classes[0];
    const chosen = classes.find(({ id }) => id === (input.class_id ?? first?.id));
    if (chosen === undefined && input.class_id !== undefined) throw new Refusal("notFound");
    if (chosen === undefined) return { classes, class_id: null, pupils: [] };
    const pupils = await inNameOrder(app.db, await readPupils(app.db, school, chosen.id));
    const shown = pupils.map(({ id }) => id);
    await recordChildRead(app, request, shown, { object: { kind: "class", id: chosen.id } });
    const isHead = headed.some(({ id }) => id === chosen.id);
    const growing = isHead
      ? await whoHasGrowth(app.db, caller.school.id, shown)
      : new Set<string>();
    return {
      classes,
      class_id: chosen.id,
      pupils: pupils.map((pupil) => ({ ...pupil, has_growth: growing.has(pupil.id) })),
    };
  });

  serve(app, resetPupilPassword, async ({ input, caller, request }) => {
    // a child may be at another school than the parent, and a pupil be something else elsewhere
    const pupil = await acrossSchools("pupil-reset", () =>
      findPupil(app.db, input.user_id, groundsOf(caller)),
    );
    if (pupil === undefined) throw new Refusal("notFound");
    await requireFreshProof(app, caller, input, request);
    const password = newTemporaryPassword();
    const password_hash = await app.signIn.passwords.hash(password);
    const now = app.now();
    const until = daysAfter(now, TEMPORARY_PASSWORD_DAYS);
    await app.db.transaction().execute(async (trx) => {
      await setPassword(trx, pupil.id, { password_hash, now, temporary: { until } });
      await endSignIns(trx, pupil.id, now);
      const detail = { by: pupil.by };
      const event = { action: "password-reset", subject_id: pupil.id, detail } as const;
      await app.audit.record(request, event, trx);
      const told = { ...(pupil.by === "parent" && { detail: { by: "guardian" } as const }) };
      await notifyPeople(trx, { by: caller.user_id, now }, [
        { user_id: pupil.id, kind: "password-reset", ...told },
      ]);
    });
    app.sessionEnds.notify(pupil.id);
    const { name, account } = pupil;
    return { name, account, password, valid_until: until.toISOString() };
  });
}
