import type { ColumnType, Generated } from "kysely";
import type { Change, ChangeSource, ChangeState, Right } from "#contract";
import type { Timestamp } from "./column-types.ts";

export interface ChangeSetTables {
  change_set: ChangeSetTable;
  change_row: ChangeRowTable;
  row_origin: RowOriginTable;
}

type Json<T> = ColumnType<T, string, string | null>;
/** Values of a row's columns, as JSON. */
export type RowValues = Readonly<Record<string, unknown>>;

export interface ChangeSetTable {
  id: string;
  school_id: string | null;
  kind: string;
  right_name: Right;
  state: ChangeState;
  act: string;
  sentence: string;
  input: ColumnType<Change | null, string | null, string | null>;
  reason: string | null;
  guards: Json<{ rule: string; sentence: string }[]>;
  unmatched: Generated<string[]>;
  row_count: number;
  person_count: number;
  applied_count: Generated<number>;
  undone_count: Generated<number>;
  outdated_count: Generated<number>;
  made_by: string | null;
  approved_by: string | null;
  refused_by: string | null;
  refusal: string | null;
  created_at: Timestamp;
  applied_at: Timestamp | null;
  undone_at: Timestamp | null;
  undo_until: Timestamp | null;
  undo_rows: number[] | null;
  undo_overwrites: Generated<boolean>;
  source: ColumnType<ChangeSource | null, string | null, never>;
  replaced_by: string | null;
  apply_at: Timestamp | null;
  by_operator: Generated<boolean>;
}

export interface ChangeRowTable {
  set_id: string;
  seq: number;
  school_id: string | null;
  table_key: string;
  key: Json<RowValues>;
  before: ColumnType<RowValues | null, string | null, never>;
  after: ColumnType<RowValues | null, string | null, never>;
  label: string;
  words: Json<Record<string, string>>;
  person_id: string | null;
  state: Generated<"planned" | "applied" | "undone" | "outdated">;
  note: string | null;
}

/** By whom a row was written, without any value (AD-02). */
interface RowOriginTable {
  table_key: string;
  row_key: string;
  /** Empty: who made the row; else a column that was changed since. */
  field: Generated<string>;
  person_id: string | null;
  set_id: string | null;
  how: "change" | "code" | "self" | "hand" | "command";
  by_id: string | null;
  at: Timestamp;
}
