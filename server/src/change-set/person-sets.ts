import { type RawBuilder, sql } from "kysely";
import { type TableKey, writtenTable } from "./tables.ts";
import type { PlacedSet } from "./visible-sets.ts";

/** A change set in a person's history: applied, or taken back. */
export interface PersonSet extends PlacedSet {
  act: string;
  is_undo: boolean;
  /** Tables of the person's rows. */
  tables: string[];
  /** The set's place lies in the schools asked for, so that its act may be told. */
  is_whole: boolean;
}

/** Tables whose rows belong to no school. */
const OF_ACCOUNT: readonly TableKey[] = ["user", "person_lock", "guardian"];

/**
 * Returns the SQL of the changes with rows of a person, one row for the applying and one for the undoing: of the given
 * schools, and, of sets of wider places, those that changed the person there or their account (AD-02). Columns: `id`,
 * `change_id`, `at`, `by_id`, and a {@link PersonSet} as JSON `told`.
 */
export function setsOfPerson(
  user_id: string,
  schools: "all" | readonly string[],
): RawBuilder<unknown> {
  const own = schools === "all" ? sql`true` : sql`(s.school_id = any (${[...schools]}::text[]))`;
  const there =
    schools === "all"
      ? sql`true`
      : sql`coalesce(bool_or(r.key->>'school_id' = any (${[...schools]}::text[])), false)`;
  return sql`
    select s.id || case when step.is_undo then '-undone' else '' end as id, s.id as change_id, step.at, step.by_id,
      json_build_object('school_id', s.school_id, 'made_by', s.made_by, 'right_name', s.right_name, 'act', s.act,
        'is_undo', step.is_undo, 'tables', mine.tables, 'is_whole', coalesce(${own}, false)) as told
    from (
      select r.set_id, bool_or(r.state = 'undone') as is_undone, array_agg(distinct r.table_key) as tables,
        ${there} as is_there
      from change_row r where r.person_id = ${user_id} and r.state in ('applied', 'undone') group by r.set_id
    ) mine join change_set s on s.id = mine.set_id
    cross join lateral (
      select false as is_undo, s.applied_at as at, s.made_by as by_id
      union all
      select true, s.undone_at, (select j.created_by from job j
        where j.kind = 'change-undo' and j.ref_id = s.id order by j.created_at desc, j.id limit 1)
      where mine.is_undone
    ) step
    where step.at is not null and (${own} or mine.is_there or (mine.tables && ${[...OF_ACCOUNT]}::text[]
      and (s.school_id is null or exists (select from school w where w.id = s.school_id and w.kind = 'district'))))`;
}

/**
 * Returns what a change did, in words; of one that reaches beyond the reader's schools, and that they may not open, what of
 * the person it changed.
 */
export function wordsOfSet({ act, is_undo, is_whole, tables }: PersonSet, isOpen: boolean): string {
  const parts = () => tables.map((key) => writtenTable(key).name).join("、");
  const words = is_whole || isOpen ? act : `变更：${parts()}`;
  return is_undo ? `撤销“${words}”` : words;
}
