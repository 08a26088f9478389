import type { Generated } from "kysely";
import type {
  FeedbackKind,
  FeedbackNoteAct,
  FeedbackSide,
  FeedbackStatus,
  Identity,
} from "#contract";
import type { Timestamp } from "./column-types.ts";

export interface FeedbackTables {
  feedback_thread: FeedbackThreadTable;
  feedback_message: FeedbackMessageTable;
  feedback_attachment: FeedbackAttachmentTable;
  feedback_note: FeedbackNoteTable;
}

export interface FeedbackThreadTable {
  school_id: string;
  id: string;
  user_id: string;
  identity: Identity;
  assigned_school_id: string;
  kind: FeedbackKind;
  title: string;
  status: Generated<FeedbackStatus>;
  last_seq: Generated<number>;
  person_read_seq: Generated<number>;
  staff_read_seq: Generated<number>;
  person_unread: Generated<number>;
  staff_unread: Generated<number>;
  created_at: Timestamp;
  updated_at: Timestamp;
  taken_by: Generated<string | null>;
  taken_at: Generated<Timestamp | null>;
  /** The key of the attempt that made it, unique for each maker. */
  attempt: Generated<string | null>;
}

export interface FeedbackNoteTable {
  school_id: string;
  thread_id: string;
  id: string;
  user_id: string;
  act: FeedbackNoteAct;
  content: string;
  to_user_id: string | null;
  to_school_id: string | null;
  created_at: Timestamp;
  attempt: Generated<string | null>;
}

export interface FeedbackMessageTable {
  school_id: string;
  thread_id: string;
  seq: number;
  side: FeedbackSide;
  user_id: string;
  content: string;
  created_at: Timestamp;
  attempt: Generated<string | null>;
}

export interface FeedbackAttachmentTable {
  school_id: string;
  thread_id: string;
  seq: number;
  file_id: string;
  sort: number;
}
