import type { GroupPart, Identity } from "#contract";
import type { Generated } from "kysely";
import type { Timestamp } from "./column-types.ts";

export interface GroupTables {
  people_group: PeopleGroupTable;
  people_group_member: PeopleGroupMemberTable;
}

export interface PeopleGroupTable {
  id: string;
  school_id: string;
  name: string;
  description: string;
  kind: "hand" | "rule";
  identities: Generated<Identity[]>;
  grade_ids: Generated<string[]>;
  class_ids: Generated<string[]>;
  subject_ids: Generated<string[]>;
  part: Generated<GroupPart>;
  created_by: string | null;
  created_at: Timestamp;
  updated_at: Timestamp;
  retired_at: Timestamp | null;
}

interface PeopleGroupMemberTable {
  school_id: string;
  group_id: string;
  user_id: string;
}
