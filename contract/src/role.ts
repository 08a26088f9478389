/** Identities, the roles derived from them, and their names and colours. Pure. (ID-04…07, AP-06) */

export const IDENTITIES = [
  "manager",
  "teacher",
  "student",
  "parent",
  "admin",
  "inner_admin",
] as const;
export type Identity = (typeof IDENTITIES)[number];

/** A role, by which menus and apps are limited: an identity, or `head-teacher`, which is derived (ID-07). */
export type Role = Identity | "head-teacher";
export const ROLES: readonly Role[] = [...IDENTITIES, "head-teacher"];

export const IDENTITY_NAMES: Readonly<Record<Identity, string>> = {
  manager: "学校管理员",
  teacher: "教师",
  student: "学生",
  parent: "家长",
  admin: "区域管理员",
  inner_admin: "平台管理员",
};

/** The names of identities and derived roles. */
export const ROLE_NAMES: Readonly<Record<Role, string>> = {
  ...IDENTITY_NAMES,
  "head-teacher": "班主任",
};

/** The name of each identity's colour sheet, `themes/{colour}.css` (ID-06). */
export const IDENTITY_COLOURS: Readonly<Record<Identity, string>> = {
  manager: "5D7296",
  teacher: "3284DD",
  student: "44AA72",
  parent: "F48F19",
  admin: "009143",
  inner_admin: "009143",
};

export function isIdentity(value: unknown): value is Identity {
  return (IDENTITIES as readonly unknown[]).includes(value);
}

/** Returns the roles of a person acting under `identity`; with charge classes also `head-teacher` (ID-07). */
export function rolesOf(identity: Identity, chargeClasses: readonly unknown[]): Role[] {
  return chargeClasses.length > 0 ? [identity, "head-teacher"] : [identity];
}

/** Returns whether a menu or app is shown: its list of roles is empty, or one of them is held (AP-06). */
export function mayShow(listed: readonly string[], held: readonly string[]): boolean {
  return listed.length === 0 || listed.some((role) => held.includes(role));
}
