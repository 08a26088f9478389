import type { ColumnType, Generated } from "kysely";
import type { ChangeSource, ColumnMeaning, RosterKind, RosterPerson } from "#contract";
import type { Timestamp } from "./column-types.ts";

export interface RosterImportTables {
  roster_draft: RosterDraftTable;
  roster_draft_person: RosterDraftPersonTable;
  roster_answer: RosterAnswerTable;
  roster_column: RosterColumnTable;
}

/** Answers about classes of a draft, by the class's key in the file. */
export type ClassAnswers = Readonly<
  Record<string, { class_id: string | null; grade_id: string | null }>
>;

/** Content read from a dropped file, until the change is applied or given up (RO-01). */
interface RosterDraftTable {
  id: string;
  school_id: string;
  made_by: string;
  kind: RosterKind;
  source: ColumnType<ChangeSource, string, never>;
  class_answers: ColumnType<ClassAnswers, string | undefined, string>;
  created_at: Timestamp;
}

interface RosterDraftPersonTable {
  draft_id: string;
  seq: number;
  person: ColumnType<RosterPerson, string, string>;
  key: string;
  user_ids: Generated<string[]>;
}

interface RosterAnswerTable {
  school_id: string;
  key: string;
  user_id: string;
  is_same: boolean;
  said_by: string | null;
  said_at: Timestamp;
}

interface RosterColumnTable {
  school_id: string;
  kind: RosterKind;
  head: string;
  meaning: ColumnType<ColumnMeaning | null, string | null, string | null>;
}
