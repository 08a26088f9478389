/** The generator's model of a district, before it is written as OneRoster rows. */

export type Gender = "male" | "female";

export interface PersonName {
  family: string;
  given: string;
}

export interface Role {
  /** A role of OneRoster's `RoleEnum`. */
  role: "student" | "teacher" | "parent" | "relative" | "principal" | AdministratorRole;
  orgId: string;
}
type AdministratorRole = "siteAdministrator" | "districtAdministrator" | "systemAdministrator";

export interface Person {
  id: string;
  name: PersonName;
  account: string;
  gender: Gender;
  /** `YYYY-MM-DD`. */
  birthDate: string;
  mobile: string;
  email: string;
  /** The number on a pupil's or a teacher's card. */
  identifier: string;
  /** Empty, or the school grade as OneRoster writes it, `03`. */
  grade: string;
  /** The day a pupil entered the school, or empty. */
  admissionDate: string;
  /** In the order that matters to the person: the first is the primary one. */
  roles: Role[];
  guardians: { id: string; relation: string }[];
}

export interface Homeroom {
  id: string;
  title: string;
  schoolId: string;
  grade: number;
  size: number;
}

/** A subject taught to a homeroom by a teacher. */
export interface Lesson {
  id: string;
  homeroom: Homeroom;
  subject: string;
  teacherId: string;
}

export interface District {
  homerooms: Homeroom[];
  people: Person[];
  lessons: Lesson[];
  /** Homeroom id → head-teacher's id. */
  heads: Map<string, string>;
  /** Homeroom id → pupils' ids. */
  pupils: Map<string, string[]>;
}
