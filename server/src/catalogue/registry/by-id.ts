import type { Queryable } from "../../database/database.ts";
import { findClass, findSchool } from "../../school/api.ts";
import { findPerson } from "../../user/api.ts";
import type { Given } from "./merge-entry.ts";

const LISTS = {
  school: ["school_ids", "allow_school_ids", "deny_school_ids"],
  class: ["class_ids", "allow_class_ids", "deny_class_ids"],
  person: ["allow_user_ids", "deny_user_ids"],
} as const;

/** The same with ids in place of what an operator may write for schools, classes and people: codes, names, accounts. */
export async function byId(db: Queryable, given: Given): Promise<Given> {
  const found: Given = { ...given };
  const find = {
    school: (typed: string) => findSchool(db, typed),
    class: (typed: string) => findClass(db, typed),
    person: (typed: string) => findPerson(db, typed),
  };
  for (const [kind, lists] of Object.entries(LISTS) as [keyof typeof LISTS, readonly List[]][]) {
    for (const list of lists) {
      const typed = given[list];
      if (typed === undefined) continue;
      const ids: string[] = [];
      for (const one of typed) ids.push((await find[kind](one)).id);
      found[list] = [...new Set(ids)];
    }
  }
  if (given.district_id != null) {
    found.district_id = (await findSchool(db, given.district_id, "district")).id;
  }
  return found;
}
type List = (typeof LISTS)[keyof typeof LISTS][number];
