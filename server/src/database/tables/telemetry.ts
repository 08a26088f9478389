import type { ColumnType, Generated } from "kysely";
import type { Stamped } from "./column-types.ts";

export interface TelemetryTables {
  event_report: EventReportTable;
}

export interface EventReportTable {
  id: string;
  event: string;
  client: Generated<string>;
  page: Generated<string>;
  detail: ColumnType<Record<string, unknown>, string, string>;
  created_at: Stamped;
}
