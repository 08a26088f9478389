/** The paths, kinds and fields of OneRoster 1.2 Rostering (1EdTech, final release of 2022), as this provider serves them. */

export const BASE_PATH = "/ims/oneroster/rostering/v1p2";
export const TOKEN_PATH = "/ims/oneroster/token";

const SCOPE = "https://purl.imsglobal.org/spec/or/v1p2/scope/";
export const CORE_SCOPE = `${SCOPE}roster-core.readonly`;
export const ROSTER_SCOPE = `${SCOPE}roster.readonly`;
export const DEMOGRAPHICS_SCOPE = `${SCOPE}roster-demographics.readonly`;

export const KINDS = [
  "academicSession",
  "class",
  "course",
  "demographics",
  "enrollment",
  "org",
  "user",
] as const;
export type Kind = (typeof KINDS)[number];

/** The names of a kind in answers: of one object, of a list, and of the path of one. */
export const NAMES: Readonly<Record<Kind, { one: string; many: string; path: string }>> = {
  academicSession: { one: "academicSession", many: "academicSessions", path: "academicSessions" },
  class: { one: "class", many: "classes", path: "classes" },
  course: { one: "course", many: "courses", path: "courses" },
  demographics: { one: "demographics", many: "demographics", path: "demographics" },
  enrollment: { one: "enrollment", many: "enrollments", path: "enrollments" },
  org: { one: "org", many: "orgs", path: "orgs" },
  user: { one: "user", many: "users", path: "users" },
};

const COMMON = ["sourcedId", "status", "dateLastModified", "metadata"];
const words = (text: string) => text.split(/\s+/).filter((word) => word !== "");

/** The fields of each kind: with a dot, those of what it refers to or holds. */
const FIELDS: Readonly<Record<Kind, readonly string[]>> = {
  academicSession: words(
    "title startDate endDate type schoolYear parent parent.sourcedId children children.sourcedId",
  ),
  class:
    words(`title classCode classType location grades subjects subjectCodes periods course course.sourcedId
    school school.sourcedId terms terms.sourcedId resources resources.sourcedId`),
  course:
    words(`title courseCode grades subjects subjectCodes org org.sourcedId schoolYear schoolYear.sourcedId
    resources resources.sourcedId`),
  demographics: words(`birthDate sex americanIndianOrAlaskaNative asian blackOrAfricanAmerican
    nativeHawaiianOrOtherPacificIslander white demographicRaceTwoOrMoreRaces hispanicOrLatinoEthnicity
    countryOfBirthCode stateOfBirthAbbreviation cityOfBirth publicSchoolResidenceStatus`),
  enrollment: words(
    "user user.sourcedId class class.sourcedId school school.sourcedId role primary beginDate endDate",
  ),
  org: words("name type identifier parent parent.sourcedId children children.sourcedId"),
  user: words(`userMasterIdentifier username userIds userIds.type userIds.identifier enabledUser givenName
    familyName middleName preferredFirstName preferredMiddleName preferredLastName pronouns roles roles.roleType
    roles.role roles.org.sourcedId roles.beginDate roles.endDate userProfiles primaryOrg primaryOrg.sourcedId
    identifier email sms phone agents agents.sourcedId grades resources resources.sourcedId`),
};

/** Returns whether a kind has a field that can be filtered and sorted by. */
export function isField(kind: Kind, field: string): boolean {
  return (
    COMMON.includes(field) ||
    FIELDS[kind].includes(field) ||
    /^metadata\.[A-Za-z][\w]{0,63}$/.test(field)
  );
}

/** Returns whether a kind has a field that can be chosen for the answer. */
export function isSelectable(kind: Kind, field: string): boolean {
  return !field.includes(".") && isField(kind, field);
}

/** A list of the service. */
export interface ListRoute {
  path: string;
  operation: string;
  kind: Kind;
  /** Only records of this part. */
  part?: string;
  /** Tags that the records have, from the ids in the path. */
  tags?: (ids: Ids) => string[];
  /** Objects that the path names; one that is not there makes the whole path unknown. */
  named?: readonly (readonly [id: keyof Ids, kind: Kind, part?: string])[];
  /** The classes of the person that `person` names, and not what tags say. */
  classesOf?: "student" | "teacher" | "any";
}

export interface Ids {
  school: string;
  class: string;
  course: string;
  term: string;
  person: string;
}

const ofSchool = ["school", "org", "school"] as const;
const ofClass = ["class", "class"] as const;

export const LISTS: readonly ListRoute[] = [
  { path: "/academicSessions", operation: "getAllAcademicSessions", kind: "academicSession" },
  { path: "/terms", operation: "getAllTerms", kind: "academicSession", part: "term" },
  {
    path: "/gradingPeriods",
    operation: "getAllGradingPeriods",
    kind: "academicSession",
    part: "gradingPeriod",
  },
  {
    path: "/terms/:term/gradingPeriods",
    operation: "getGradingPeriodsForTerm",
    kind: "academicSession",
    part: "gradingPeriod",
    named: [["term", "academicSession", "term"]],
  },
  {
    path: "/terms/:term/classes",
    operation: "getClassesForTerm",
    kind: "class",
    tags: ({ term }) => [`term:${term}`],
    named: [["term", "academicSession", "term"]],
  },
  {
    path: "/schools/:school/terms",
    operation: "getTermsForSchool",
    kind: "academicSession",
    part: "term",
    named: [ofSchool],
  },
  { path: "/orgs", operation: "getAllOrgs", kind: "org" },
  { path: "/schools", operation: "getAllSchools", kind: "org", part: "school" },
  { path: "/courses", operation: "getAllCourses", kind: "course" },
  {
    path: "/schools/:school/courses",
    operation: "getCoursesForSchool",
    kind: "course",
    tags: ({ school }) => [`school:${school}`],
    named: [ofSchool],
  },
  { path: "/classes", operation: "getAllClasses", kind: "class" },
  {
    path: "/schools/:school/classes",
    operation: "getClassesForSchool",
    kind: "class",
    tags: ({ school }) => [`school:${school}`],
    named: [ofSchool],
  },
  {
    path: "/courses/:course/classes",
    operation: "getClassesForCourse",
    kind: "class",
    tags: ({ course }) => [`course:${course}`],
    named: [["course", "course"]],
  },
  {
    path: "/students/:person/classes",
    operation: "getClassesForStudent",
    kind: "class",
    named: [["person", "user", "student"]],
    classesOf: "student",
  },
  {
    path: "/teachers/:person/classes",
    operation: "getClassesForTeacher",
    kind: "class",
    named: [["person", "user", "teacher"]],
    classesOf: "teacher",
  },
  {
    path: "/users/:person/classes",
    operation: "getClassesForUser",
    kind: "class",
    named: [["person", "user"]],
    classesOf: "any",
  },
  { path: "/users", operation: "getAllUsers", kind: "user" },
  { path: "/students", operation: "getAllStudents", kind: "user", part: "student" },
  { path: "/teachers", operation: "getAllTeachers", kind: "user", part: "teacher" },
  ...(["student", "teacher"] as const).flatMap((role): ListRoute[] => {
    const [many, Many] = role === "student" ? ["students", "Students"] : ["teachers", "Teachers"];
    const inClass = ({ class: id }: Ids) => [`class:${id}:${role}`];
    return [
      {
        path: `/schools/:school/${many}`,
        operation: `get${Many}ForSchool`,
        kind: "user",
        tags: ({ school }) => [`school:${school}:${role}`],
        named: [ofSchool],
      },
      {
        path: `/classes/:class/${many}`,
        operation: `get${Many}ForClass`,
        kind: "user",
        tags: inClass,
        named: [ofClass],
      },
      {
        path: `/schools/:school/classes/:class/${many}`,
        operation: `get${Many}ForClassInSchool`,
        kind: "user",
        tags: inClass,
        named: [ofSchool, ofClass],
      },
    ];
  }),
  { path: "/enrollments", operation: "getAllEnrollments", kind: "enrollment" },
  {
    path: "/schools/:school/enrollments",
    operation: "getEnrollmentsForSchool",
    kind: "enrollment",
    tags: ({ school }) => [`school:${school}`],
    named: [ofSchool],
  },
  {
    path: "/schools/:school/classes/:class/enrollments",
    operation: "getEnrollmentsForClassInSchool",
    kind: "enrollment",
    tags: ({ class: id }) => [`class:${id}`],
    named: [ofSchool, ofClass],
  },
  { path: "/demographics", operation: "getAllDemographics", kind: "demographics" },
];

/** Returns the scopes of which a token needs one, by the standard: lists within something want the wider one. */
export function scopesFor(kind: Kind, path: string): readonly string[] {
  if (kind === "demographics") return [DEMOGRAPHICS_SCOPE];
  return path.includes(":") ? [ROSTER_SCOPE] : [CORE_SCOPE, ROSTER_SCOPE];
}

/** The paths under which one object is read. */
export const SINGLES: readonly { path: string; operation: string; kind: Kind; part?: string }[] = [
  { path: "/academicSessions", operation: "getAcademicSession", kind: "academicSession" },
  { path: "/terms", operation: "getTerm", kind: "academicSession", part: "term" },
  {
    path: "/gradingPeriods",
    operation: "getGradingPeriod",
    kind: "academicSession",
    part: "gradingPeriod",
  },
  { path: "/orgs", operation: "getOrg", kind: "org" },
  { path: "/schools", operation: "getSchool", kind: "org", part: "school" },
  { path: "/courses", operation: "getCourse", kind: "course" },
  { path: "/classes", operation: "getClass", kind: "class" },
  { path: "/users", operation: "getUser", kind: "user" },
  { path: "/students", operation: "getStudent", kind: "user", part: "student" },
  { path: "/teachers", operation: "getTeacher", kind: "user", part: "teacher" },
  { path: "/enrollments", operation: "getEnrollment", kind: "enrollment" },
  { path: "/demographics", operation: "getDemographics", kind: "demographics" },
];

/** Returns the code of a grade in the standard's vocabulary (CEDS); one that it does not have stays as it is. */
export function gradeCode(grade_id: string): string {
  if (/^\d$/.test(grade_id)) return `0${grade_id}`;
  if (grade_id === "k3") return "KG";
  return /^k\d$/.test(grade_id) ? "PK" : grade_id;
}
