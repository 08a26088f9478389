/**
 * The CSV binding of OneRoster 1.2 (1EdTech, final release 1.2.1): files, their columns in order, and kinds of values.
 * Columns that begin with `metadata.` are the standard's kind of extensions that this product understands.
 */

/** The kind of value that a cell may hold; an empty cell is allowed unless the column is required. */
export type CellKind =
  | "text"
  | "sourcedId"
  | "status"
  | "date"
  | "dateTime"
  | "year"
  | "boolean"
  | "grades"
  | "list"
  | "personName"
  | "account"
  | "password"
  | "email"
  | "mobile"
  /** A column without use here, dropped as it is read (RO-03). */
  | "unneeded"
  | readonly string[];

interface Column {
  readonly kind: CellKind;
  readonly required?: true;
}

const text = { kind: "text" } as const;
const list = { kind: "list" } as const;
const flag = { kind: "boolean" } as const;
const unneeded = { kind: "unneeded" } as const;
const date = { kind: "date" } as const;
const reference = { kind: "sourcedId" } as const;

const required = <const C extends Column>(column: C) => ({ ...column, required: true }) as const;

const record = {
  sourcedId: required(reference),
  status: { kind: "status" },
  dateLastModified: { kind: "dateTime" },
} as const;

export const ROLES = [
  "aide",
  "counselor",
  "districtAdministrator",
  "guardian",
  "parent",
  "principal",
  "proctor",
  "relative",
  "siteAdministrator",
  "student",
  "systemAdministrator",
  "teacher",
] as const;
export type OneRosterRole = (typeof ROLES)[number];

export const FILES = {
  academicSessions: {
    ...record,
    title: required(text),
    type: required({ kind: ["gradingPeriod", "semester", "schoolYear", "term"] }),
    startDate: required(date),
    endDate: required(date),
    parentSourcedId: reference,
    schoolYear: required({ kind: "year" }),
  },
  orgs: {
    ...record,
    name: required(text),
    type: required({
      kind: ["department", "district", "local", "national", "school", "state"],
    }),
    identifier: text,
    parentSourcedId: reference,
    "metadata.is_abled": flag,
  },
  courses: {
    ...record,
    schoolYearSourcedId: reference,
    title: required(text),
    courseCode: text,
    grades: { kind: "grades" },
    orgSourcedId: required(reference),
    subjects: list,
    subjectCodes: list,
  },
  classes: {
    ...record,
    title: required(text),
    grades: { kind: "grades" },
    courseSourcedId: required(reference),
    classCode: text,
    classType: required({ kind: ["homeroom", "scheduled"] }),
    location: text,
    schoolSourcedId: required(reference),
    termSourcedIds: required(list),
    subjects: list,
    subjectCodes: list,
    periods: list,
    "metadata.homeroomSourcedId": reference,
  },
  users: {
    ...record,
    enabledUser: required(flag),
    username: required({ kind: "account" }),
    userIds: unneeded,
    givenName: required({ kind: "personName" }),
    familyName: required({ kind: "personName" }),
    middleName: { kind: "personName" },
    identifier: unneeded,
    email: { kind: "email" },
    sms: { kind: "mobile" },
    phone: text,
    agentSourcedIds: list,
    grades: { kind: "grades" },
    password: { kind: "password" },
    userMasterIdentifier: unneeded,
    preferredGivenName: { kind: "personName" },
    preferredMiddleName: { kind: "personName" },
    preferredFamilyName: { kind: "personName" },
    primaryOrgSourcedId: reference,
    pronouns: unneeded,
    "metadata.agentRelations": list,
    "metadata.admissionDate": date,
    "metadata.fullName": { kind: "personName" },
  },
  roles: {
    ...record,
    userSourcedId: required(reference),
    roleType: required({ kind: ["primary", "secondary"] }),
    role: required({ kind: ROLES }),
    beginDate: date,
    endDate: date,
    orgSourcedId: required(reference),
    userProfileSourcedId: reference,
  },
  userProfiles: {
    ...record,
    userSourcedId: required(reference),
    profileType: required(text),
    vendorId: required(text),
    applicationId: text,
    description: text,
    credentialType: required(text),
    username: required(text),
    password: { kind: "password" },
  },
  enrollments: {
    ...record,
    classSourcedId: required(reference),
    schoolSourcedId: required(reference),
    userSourcedId: required(reference),
    role: required({ kind: ["administrator", "proctor", "student", "teacher"] }),
    primary: flag,
    beginDate: date,
    endDate: date,
  },
  demographics: {
    ...record,
    birthDate: date,
    sex: { kind: ["female", "male", "other", "unspecified"] },
    americanIndianOrAlaskaNative: unneeded,
    asian: unneeded,
    blackOrAfricanAmerican: unneeded,
    nativeHawaiianOrOtherPacificIslander: unneeded,
    white: unneeded,
    demographicRaceTwoOrMoreRaces: unneeded,
    hispanicOrLatinoEthnicity: unneeded,
    countryOfBirthCode: unneeded,
    stateOfBirthAbbreviation: unneeded,
    cityOfBirth: unneeded,
    publicSchoolResidenceStatus: unneeded,
  },
} as const satisfies Record<string, Record<string, Column>>;

export type RosterFile = keyof typeof FILES;
export type ColumnOf<F extends RosterFile> = Extract<keyof (typeof FILES)[F], string>;

export const ROSTER_FILES = Object.keys(FILES) as RosterFile[];

/** Files without which nobody can be imported. */
export const INDISPENSABLE_FILES: readonly RosterFile[] = ["orgs", "users", "roles"];

export function columnsOf<F extends RosterFile>(file: F): [ColumnOf<F>, Column][] {
  return Object.entries(FILES[file]) as [ColumnOf<F>, Column][];
}

/** Files of the standard that hold what this product does not keep: resources and the gradebook. */
export const OTHER_FILES: readonly string[] = [
  "categories",
  "classResources",
  "courseResources",
  "lineItemLearningObjectiveIds",
  "lineItems",
  "lineItemScoreScales",
  "resources",
  "resultLearningObjectiveIds",
  "results",
  "resultScoreScales",
  "scoreScales",
  "userResources",
];
