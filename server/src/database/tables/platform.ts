export interface PlatformTables {
  platform_state: PlatformStateTable;
}

export interface PlatformStateTable {
  key: string;
  value: string;
}
