import type { Identity } from "./role.ts";

/** Permission names. `debug` opens the debugging routes (GD-03), `app.manage` the catalogue's editing. */
export const PERMISSIONS = ["debug", "app.manage"] as const;
export type Permission = (typeof PERMISSIONS)[number];

const GRANTED: Readonly<Partial<Record<Identity, readonly Permission[]>>> = {
  admin: ["debug", "app.manage"],
  inner_admin: ["debug", "app.manage"],
};

/** What a person may do who holds these identities in enabled memberships. */
export function permissionsOf(identities: readonly Identity[]): Permission[] {
  return PERMISSIONS.filter((name) =>
    identities.some((identity) => GRANTED[identity]?.includes(name) === true),
  );
}
