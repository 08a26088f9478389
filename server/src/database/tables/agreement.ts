import type { AgreementType } from "#contract";
import type { Stamped, Timestamp } from "./column-types.ts";

export interface AgreementTables {
  agreement: AgreementTable;
  consent: ConsentTable;
}

export interface AgreementTable {
  id: string;
  type: AgreementType;
  version: number;
  title: string;
  content: string;
  effective_at: Timestamp;
}

export interface ConsentTable {
  user_id: string;
  type: string;
  version: number;
  agreed_at: Stamped;
  /** The guardian who consented in a child's place; null: the person. */
  given_by: string | null;
}
