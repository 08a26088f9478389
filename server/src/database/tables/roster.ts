export interface RosterTables {
  roster_source: RosterSourceTable;
  roster_file: RosterFileTable;
}

export interface RosterSourceTable {
  source: string;
}

export interface RosterFileTable {
  source: string;
  file: string;
  content: string;
}
