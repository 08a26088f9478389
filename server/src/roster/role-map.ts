import type { Identity } from "#contract";
import type { OneRosterRole } from "./one-roster.ts";

/** The platform's identity for each OneRoster role. */
export const IDENTITY_OF: Readonly<Record<OneRosterRole, Identity>> = {
  principal: "manager",
  siteAdministrator: "manager",
  districtAdministrator: "admin",
  systemAdministrator: "inner_admin",
  parent: "parent",
  guardian: "parent",
  relative: "parent",
  teacher: "teacher",
  aide: "teacher",
  counselor: "teacher",
  proctor: "teacher",
  student: "student",
};
