import { GRADE_NAMES, IDENTITY_NAMES } from "#contract";
import type { GroupTerms } from "./membership.ts";

/** Returns the key of a class that a rule of a place names; of a subject, which is everybody's, without a place. */
export function nameKey(place: string, id: string): string {
  return `${place}\n${id}`;
}

/** Says who is in a group: 「三年级、四年级的语文教师」. */
export function groupInWords(group: GroupTerms, names: ReadonlyMap<string, string>): string {
  if (group.kind === "hand") return "手工挑选的人";
  const { school_id, identities, grade_ids, class_ids, subject_ids, part } = group;
  const named = (ids: readonly string[], of: (id: string) => string | undefined) =>
    ids.map((id) => of(id) ?? "（已不存在）").join("、");
  const where = [
    named(grade_ids, (id) => GRADE_NAMES[id]),
    class_ids.length > 3
      ? `${class_ids.length} 个班级`
      : named(class_ids, (id) => names.get(nameKey(school_id, id))),
  ]
    .filter(Boolean)
    .join("里");
  const subject = named(subject_ids, (id) => names.get(nameKey("", id)));
  const who =
    part === "heads"
      ? "班主任"
      : part === "year-heads"
        ? "年级组长"
        : identities.map((identity) => IDENTITY_NAMES[identity]).join("、");
  return `${where === "" ? "全部" : `${where}的`}${subject}${who}`;
}
