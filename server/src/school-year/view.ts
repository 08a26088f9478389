import type { FastifyInstance } from "fastify";
import type { YearClass, YearDecisions, YearPupil, YearTimes, YearView } from "#contract";
import { currentSet, lastError } from "../change-set/api.ts";
import { type Drawn, draw, drawCode } from "./draw.ts";
import { countsOf } from "./expected.ts";
import { planYear, type YearPlanned, type YearSchool } from "./plan.ts";
import { inNameOrder } from "../people/api.ts";
import type { PupilAfter } from "./pupils.ts";
import { type PlanRow, readDecisions, readSchool, timesOf } from "./queries.ts";
import { teachersAfter } from "./teachers.ts";
import { defaultRules, defaultTimes } from "./defaults.ts";

/** States of a change in which its plan can no longer be changed. */
const CLOSED_STATES = ["waiting", "scheduled", "applying", "applied", "undoing"];

export interface School {
  id: string;
  name: string;
  stage_ids: string[];
}

/** A plan with the school as it is, and what comes of both. */
export interface Worked {
  plan: PlanRow | undefined;
  decisions: YearDecisions;
  times: YearTimes;
  school: YearSchool;
  planned: YearPlanned;
}

/** The id under which a school's plan counts before it is saved. */
const UNSAVED = "unsaved";

export async function workOut(
  app: FastifyInstance,
  school: School,
  {
    plan,
    year,
    former,
  }: { plan: PlanRow | undefined; year?: number; former?: PlanRow | undefined },
): Promise<Worked> {
  const now = app.now();
  const read = await readSchool(app.db, { school_id: school.id, stage_ids: school.stage_ids });
  const rules = defaultRules({ now, year, former, school: read });
  const decisions =
    plan === undefined
      ? { rules, classes: [], new_classes: [], pupils: [] }
      : withoutGone(await readDecisions(app.db, plan), read);
  const times = plan === undefined ? defaultTimes(decisions.rules.year, now) : timesOf(plan);
  const planned = planYear({ plan_id: plan?.id ?? UNSAVED, school: read, decisions });
  return { plan, decisions, times, school: read, planned };
}

/** Leaves out decisions about pupils and classes that have gone since, so that a draft can be saved again. */
function withoutGone(decisions: YearDecisions, school: YearSchool): YearDecisions {
  const pupils = new Set(school.pupils.map(({ user_id }) => user_id));
  const made = decisions.new_classes.map(({ class_id }) => class_id);
  const classes = new Set([...school.classes.map(({ id }) => id), ...made]);
  const isStaff = (id: string | null | undefined) => id == null || school.staff.has(id);
  return {
    rules: decisions.rules,
    classes: decisions.classes
      .filter(({ class_id }) => classes.has(class_id))
      .map(({ into_class_id, head_user_id, ...one }) => ({
        ...one,
        ...(into_class_id !== undefined && classes.has(into_class_id) && { into_class_id }),
        ...(head_user_id !== undefined && {
          head_user_id: isStaff(head_user_id) ? head_user_id : null,
        }),
      })),
    new_classes: decisions.new_classes.map(({ head_user_id, ...one }) => ({
      ...one,
      ...(head_user_id !== undefined && isStaff(head_user_id) && { head_user_id }),
    })),
    pupils: decisions.pupils
      .filter(({ user_id }) => pupils.has(user_id))
      .map(({ class_id, ...one }) => ({
        ...one,
        ...(class_id !== undefined && classes.has(class_id) && { class_id }),
      })),
  };
}

/** Returns who is drawn: those in no class, about whom nothing else is decided. */
export function entrantsOf({ decisions, school }: Worked, keys: readonly string[]) {
  const decided = new Map(decisions.pupils.map((one) => [one.user_id, one]));
  return school.pupils.filter(({ user_id, classes }) => {
    const decision = decided.get(user_id);
    if (classes.length > 0) return false;
    return (
      decision === undefined || (decision.act === "move" && keys.includes(decision.class_id ?? ""))
    );
  });
}

/** Returns the new classes of a grade, as the plan names them. */
export function keysOf({ decisions }: Worked, grade_id: string): string[] {
  return decisions.new_classes
    .filter((one) => one.grade_id === grade_id)
    .map(({ class_id }) => class_id)
    .toSorted();
}

export async function viewOf(
  app: FastifyInstance,
  school: School,
  worked: Worked,
): Promise<YearView> {
  const { plan, decisions, times, planned } = worked;
  const set = plan?.change_set_id == null ? undefined : await currentSet(app, plan.change_set_id);
  const names = await namesOf(app, [plan?.updated_by, plan?.drawn_by]);
  const again = drawnAgain(worked);
  return {
    school: { id: school.id, name: school.name, stage_ids: [...worked.school.stage_ids] },
    plan:
      plan === undefined
        ? null
        : {
            ...{
              id: plan.id,
              version: plan.version,
              is_open: !CLOSED_STATES.includes(set?.state ?? ""),
            },
            change:
              set === undefined
                ? null
                : {
                    id: set.id,
                    state: set.state,
                    error: set.state === "outdated" ? await lastError(app.db, set.id) : null,
                  },
            ...{
              saved_by: names.get(plan.updated_by ?? "") ?? null,
              saved_at: plan.updated_at.toISOString(),
            },
          },
    ...{ rules: decisions.rules, times },
    classes: [...decisions.classes],
    new_classes: [...decisions.new_classes],
    pupils: [...decisions.pupils],
    outcome: {
      classes: classesShown(worked),
      counts: countsOf(planned),
      problems: planned.problems,
    },
    pupils_shown: await inNameOrder(
      app.db,
      shown(worked, again, ({ pupil }) => isShown(worked, pupil)),
    ),
    draw:
      plan === undefined || plan.drawn_at === null || plan.draw_seed === null
        ? null
        : {
            ...{ seed: plan.draw_seed, grade_id: plan.draw_grade_id ?? "" },
            ...{ count: plan.draw_count ?? 0, list_hash: plan.draw_hash ?? "" },
            is_current: again?.list_hash === plan.draw_hash,
            corrected: corrected(worked, again),
            ...{
              drawn_by: names.get(plan.drawn_by ?? "") ?? null,
              drawn_at: plan.drawn_at.toISOString(),
            },
          },
  };
}

/** Returns pupils with what becomes of them, and of first-years what the draw gave them. */
export function shown(
  worked: Worked,
  again: Drawn | undefined,
  which: (after: PupilAfter) => boolean,
): YearPupil[] {
  const { decisions, planned, school } = worked;
  const decided = new Map(decisions.pupils.map((one) => [one.user_id, one.act]));
  const classes = new Map(planned.classes.map((one) => [one.class_id, one]));
  return planned.pupils.filter(which).map(({ pupil, outcome, to, reason }) => {
    const into = classes.get(to[0] ?? "");
    const own = pupil.classes.flatMap(({ class_id }) => classes.get(class_id)?.before?.name ?? []);
    const isNew = pupil.classes.length === 0;
    return {
      ...{ user_id: pupil.user_id, name: pupil.name, account: pupil.account },
      ...{ gender: pupil.gender, outcome, reason },
      class_name: own.length === 0 ? null : own.join("、"),
      act: decided.get(pupil.user_id) ?? null,
      to_class_id: into === undefined ? null : (into.key ?? into.class_id),
      to_name: into === undefined ? null : (into.after?.name ?? into.name),
      code: isNew ? drawCode(school.school_id, decisions.rules.year, pupil.user_id) : null,
      drawn_class_id: again?.classes.get(pupil.user_id) ?? null,
    };
  });
}

/** Repeats the draw of a plan with the list as it is now; undefined where none was made, or nothing is left to draw into. */
export function drawnAgain(worked: Worked): Drawn | undefined {
  const { plan, school, decisions } = worked;
  if (plan === undefined || plan.draw_seed === null) return undefined;
  const keys = keysOf(worked, plan.draw_grade_id ?? "");
  if (keys.length === 0) return undefined;
  const { year } = decisions.rules;
  const of = { school_id: school.school_id, year, seed: plan.draw_seed };
  return draw(entrantsOf(worked, keys), keys, of);
}

function corrected({ decisions }: Worked, again: Drawn | undefined): number {
  if (again === undefined) return 0;
  const placed = new Map(decisions.pupils.map((one) => [one.user_id, one.class_id]));
  return [...again.classes].filter(([user_id, key]) => placed.get(user_id) !== key).length;
}

function isShown({ decisions }: Worked, pupil: PupilAfter["pupil"]): boolean {
  return (
    pupil.classes.length === 0 || decisions.pupils.some(({ user_id }) => user_id === pupil.user_id)
  );
}

function classesShown(worked: Worked): YearClass[] {
  const { planned, school, decisions } = worked;
  const changed = new Map(
    teachersAfter(school, planned.classes, decisions, []).map((one) => [one.class_id, one.after]),
  );
  const before = new Map<string, Set<string>>();
  const after = new Map<string, Set<string>>();
  const add = (map: Map<string, Set<string>>, class_id: string, user_id: string) => {
    const set = map.get(class_id) ?? new Set();
    map.set(class_id, set.add(user_id));
  };
  for (const { pupil, to, outcome } of planned.pupils) {
    for (const { class_id } of pupil.classes) add(before, class_id, pupil.user_id);
    if (outcome !== "graduate") for (const class_id of to) add(after, class_id, pupil.user_id);
  }
  const keyOf = new Map(planned.classes.map(({ class_id, key }) => [class_id, key ?? class_id]));
  return planned.classes.map((one) => {
    const [was, is] = [before.get(one.class_id) ?? new Set(), after.get(one.class_id) ?? new Set()];
    const taught =
      changed.get(one.class_id) ??
      school.teachers.filter(({ class_id }) => class_id === one.class_id);
    return {
      ...{ class_id: one.key ?? one.class_id, name: one.before?.name ?? null },
      ...{ grade_id: one.before?.grade_id ?? null, act: one.act },
      into_class_id: one.into_class_id === null ? null : (keyOf.get(one.into_class_id) ?? null),
      ...{ next_name: one.name, next_grade_id: one.after?.grade_id ?? null },
      ...{ next_stage_id: one.after?.stage_id ?? null, pupils: was.size, next_pupils: is.size },
      coming: [...is].filter((id) => !was.has(id)).length,
      going: [...was].filter((id) => !is.has(id)).length,
      heads: taught
        .filter(({ is_head }) => is_head)
        .map(({ user_id, name }) => ({ id: user_id, name })),
      teachers: new Set(taught.map(({ user_id }) => user_id)).size,
    };
  });
}

async function namesOf(app: FastifyInstance, ids: readonly (string | null | undefined)[]) {
  const wanted = ids.filter((id) => id != null);
  if (wanted.length === 0) return new Map<string, string>();
  const rows = await app.db
    .selectFrom("user")
    .select(["id", "name"])
    .where("id", "in", wanted)
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}
