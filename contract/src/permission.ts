import type { Right } from "./right.ts";

/** The rights that open pages of the seed: `debug` the debugging routes (GD-03), `app.manage` the editing of the catalogue. */
export const PERMISSIONS = ["debug", "app.manage"] as const satisfies readonly Right[];
export type Permission = (typeof PERMISSIONS)[number];
