import type { YearDecisions, YearTimes } from "#contract";
import { badField, Refusal } from "../http/refusal.ts";
import { requireName } from "../http/require-name.ts";
import type { Worked } from "./view.ts";

/** Returns a plan's moments as the table has them. */
export function momentsOf({ effective_at, pause_from, pause_until, take_along_days }: YearTimes) {
  return {
    ...{ effective_at: new Date(effective_at), take_along_days },
    ...{ pause_from: new Date(pause_from), pause_until: new Date(pause_until) },
  };
}

/** Refuses moments in the wrong order. */
export function requireTimes(times: YearTimes): void {
  const { effective_at, pause_from, pause_until } = momentsOf(times);
  if (pause_from > effective_at) throw badField("pause_from", "暂停导入须在生效之前开始");
  if (pause_until < effective_at) throw badField("pause_until", "恢复导入须在生效之后");
}

/** Refuses decisions about what is not the school's: it answers as what does not exist. */
export function requireKnown(
  { school }: Worked,
  decisions: Pick<YearDecisions, "classes" | "new_classes" | "pupils">,
): void {
  const made = decisions.new_classes.map(({ class_id }) => class_id);
  const classes = new Set([...school.classes.map(({ id }) => id), ...made]);
  const pupils = new Set(school.pupils.map(({ user_id }) => user_id));
  const heads = [...decisions.classes, ...decisions.new_classes].flatMap(
    ({ head_user_id }) => head_user_id ?? [],
  );
  const named = [
    ...decisions.classes.flatMap(({ class_id, into_class_id }) => [
      class_id,
      into_class_id ?? class_id,
    ]),
    ...decisions.pupils.flatMap(({ class_id }) => class_id ?? []),
  ];
  const isKnown =
    named.every((id) => classes.has(id)) &&
    decisions.pupils.every(({ user_id }) => pupils.has(user_id)) &&
    heads.every((id) => school.staff.has(id));
  if (!isKnown) throw new Refusal("notFound");
  const keys = [...decisions.classes, ...decisions.new_classes].map(({ class_id }) => class_id);
  const people = decisions.pupils.map(({ user_id }) => user_id);
  if (new Set(keys).size < keys.length || new Set(people).size < people.length) {
    throw new Refusal("badInput", { msg: "同一个班级或学生写了两次", data: { errors: [] } });
  }
}

type Named = Pick<YearDecisions, "classes" | "new_classes" | "pupils">;

/** Returns the decisions with the names of their classes as they are kept; refuses names that are none. */
export function withCleanNames({ classes, new_classes, pupils }: Named): Named {
  const cleaned = <C extends { name?: string | undefined }>(one: C): C =>
    one.name === undefined ? one : { ...one, name: requireName(one.name, "班级的名称") };
  return { classes: classes.map(cleaned), new_classes: new_classes.map(cleaned), pupils };
}
