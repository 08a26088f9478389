import {
  FILES,
  OTHER_FILES,
  ROSTER_FILES,
  columnsOf,
  type ColumnOf,
  type RosterFile,
} from "../../server/src/roster/one-roster.ts";
import type { District, Homeroom, Person } from "./model.ts";
import { DISTRICT_ID, SCHOOLS, SCHOOL_YEAR, SUBJECTS, schoolOf } from "./schools.ts";

/** The first password of everyone in the demo district. */
const PASSWORD = "xuemen-2026";
const SCHOOL_YEAR_ID = `year-${SCHOOL_YEAR}`;
const FIRST_DAY = `${SCHOOL_YEAR}-09-01`;
const LAST_DAY = `${SCHOOL_YEAR + 1}-08-31`;
const HOMEROOM_COURSE = "homeroom";

type Cells<F extends RosterFile> = Partial<Record<ColumnOf<F>, string>>;

/** Returns the district as the files of a OneRoster 1.2 bundle: file name → text. */
export function writeBundle(district: District): Map<string, string> {
  const tables: { [F in RosterFile]: Cells<F>[] } = {
    academicSessions: academicSessions(),
    orgs: orgs(),
    courses: SCHOOLS.flatMap(courses),
    classes: [...district.homerooms.map(homeroomClass), ...district.lessons.map(lessonClass)],
    users: district.people.map(user),
    roles: district.people.flatMap(roles),
    userProfiles: district.people.filter(isStaff).map(userProfile),
    enrollments: enrollments(district),
    demographics: district.people.map(({ id, birthDate, gender }) => ({
      sourcedId: id,
      birthDate,
      sex: gender,
    })),
  };
  const files = new Map([["manifest.csv", manifest()]]);
  for (const file of ROSTER_FILES) {
    const header = columnsOf(file).map(([name]) => name);
    const rows = (tables[file] as Record<string, string>[]).map((cells) =>
      header.map((name) => cells[name] ?? ""),
    );
    files.set(`${file}.csv`, csv([header, ...rows]));
  }
  return files;
}

function manifest(): string {
  const files = [...Object.keys(FILES), ...OTHER_FILES].toSorted((one, other) =>
    one < other ? -1 : 1,
  );
  return csv([
    ["propertyName", "value"],
    ["manifest.version", "1.0"],
    ["oneroster.version", "1.2"],
    ...files.map((file) => [`file.${file}`, file in FILES ? "bulk" : "absent"]),
    ["source.systemName", "晨曦区教育局演示数据"],
    ["source.systemCode", "demo"],
  ]);
}

function academicSessions(): Cells<"academicSessions">[] {
  const schoolYear = String(SCHOOL_YEAR + 1);
  const name = `${SCHOOL_YEAR}—${schoolYear}学年`;
  const parentSourcedId = SCHOOL_YEAR_ID;
  return [
    {
      sourcedId: SCHOOL_YEAR_ID,
      title: name,
      type: "schoolYear",
      startDate: FIRST_DAY,
      endDate: LAST_DAY,
      schoolYear,
    },
    {
      sourcedId: `${SCHOOL_YEAR_ID}-1`,
      title: `${name}第一学期`,
      type: "semester",
      startDate: FIRST_DAY,
      endDate: `${schoolYear}-01-31`,
      parentSourcedId,
      schoolYear,
    },
    {
      sourcedId: `${SCHOOL_YEAR_ID}-2`,
      title: `${name}第二学期`,
      type: "semester",
      startDate: `${schoolYear}-02-01`,
      endDate: LAST_DAY,
      parentSourcedId,
      schoolYear,
    },
  ];
}

function orgs(): Cells<"orgs">[] {
  const district = { sourcedId: DISTRICT_ID, name: "晨曦区教育局", type: "district" };
  return [
    { ...district, "metadata.is_abled": "true" },
    ...SCHOOLS.map((school) => ({
      sourcedId: school.id,
      name: school.name,
      type: "school",
      parentSourcedId: DISTRICT_ID,
      "metadata.is_abled": String(school.isAbled),
    })),
  ];
}

function courses(school: (typeof SCHOOLS)[number]): Cells<"courses">[] {
  const common = { schoolYearSourcedId: SCHOOL_YEAR_ID, orgSourcedId: school.id };
  const homeroom = {
    sourcedId: courseId(school.letter, HOMEROOM_COURSE),
    title: "行政班",
    grades: gradeList(school.grades),
    ...common,
  };
  const taught = Object.keys(school.teachers).map((subject) => {
    const { code = "", grades = [] } = SUBJECTS[subject] ?? {};
    return {
      sourcedId: courseId(school.letter, code),
      title: subject,
      courseCode: code,
      grades: gradeList(school.grades.filter((grade) => grades.includes(grade))),
      subjects: subject,
      subjectCodes: code,
      ...common,
    };
  });
  return [homeroom, ...taught];
}

function homeroomClass(homeroom: Homeroom): Cells<"classes"> {
  return {
    sourcedId: homeroom.id,
    title: homeroom.title,
    grades: gradeList([homeroom.grade]),
    courseSourcedId: courseId(schoolOf(homeroom).letter, HOMEROOM_COURSE),
    classType: "homeroom",
    schoolSourcedId: homeroom.schoolId,
    termSourcedIds: SCHOOL_YEAR_ID,
  };
}

function lessonClass({ id, homeroom, subject }: District["lessons"][number]): Cells<"classes"> {
  const code = SUBJECTS[subject]?.code ?? "";
  return {
    sourcedId: id,
    title: `${homeroom.title}${subject}`,
    grades: gradeList([homeroom.grade]),
    courseSourcedId: courseId(schoolOf(homeroom).letter, code),
    classType: "scheduled",
    schoolSourcedId: homeroom.schoolId,
    termSourcedIds: SCHOOL_YEAR_ID,
    subjects: subject,
    subjectCodes: code,
    "metadata.homeroomSourcedId": homeroom.id,
  };
}

function user(person: Person): Cells<"users"> {
  return {
    sourcedId: person.id,
    enabledUser: "true",
    username: person.account,
    givenName: person.name.given,
    familyName: person.name.family,
    identifier: person.identifier,
    email: person.email,
    sms: person.mobile,
    agentSourcedIds: person.guardians.map(({ id }) => id).join(","),
    grades: person.grade,
    password: PASSWORD,
    primaryOrgSourcedId: person.roles[0]?.orgId ?? "",
    "metadata.agentRelations": person.guardians.map(({ relation }) => relation).join(","),
    "metadata.admissionDate": person.admissionDate,
  };
}

/** Returns a person's roles; the first one at each organisation is primary, as the standard demands. */
function roles(person: Person): Cells<"roles">[] {
  return person.roles.map(({ role, orgId }, index) => ({
    sourcedId: `${person.id}-role-${index + 1}`,
    userSourcedId: person.id,
    roleType:
      person.roles.findIndex((held) => held.orgId === orgId) === index ? "primary" : "secondary",
    role,
    orgSourcedId: orgId,
    ...(isStaff(person) && { userProfileSourcedId: profileId(person) }),
  }));
}

function isStaff(person: Person): boolean {
  return person.roles.some(({ role }) => !["student", "parent", "relative"].includes(role));
}

function userProfile(person: Person): Cells<"userProfiles"> {
  return {
    sourcedId: profileId(person),
    userSourcedId: person.id,
    profileType: "password",
    vendorId: "schoolgate",
    description: "学门账号",
    credentialType: "username",
    username: person.account,
  };
}

function enrollments(district: District): Cells<"enrollments">[] {
  const row = (homeroom: Homeroom, classId: string, userId: string, role: string) => ({
    sourcedId: `${classId}-${userId}`,
    classSourcedId: classId,
    schoolSourcedId: homeroom.schoolId,
    userSourcedId: userId,
    role,
    primary: String(role === "teacher"),
    beginDate: FIRST_DAY,
  });
  return [
    ...district.homerooms.flatMap((homeroom) => [
      row(homeroom, homeroom.id, district.heads.get(homeroom.id) ?? "", "teacher"),
      ...(district.pupils.get(homeroom.id) ?? []).map((pupil) =>
        row(homeroom, homeroom.id, pupil, "student"),
      ),
    ]),
    ...district.lessons.map(({ id, homeroom, teacherId }) =>
      row(homeroom, id, teacherId, "teacher"),
    ),
  ];
}

const courseId = (letter: string, code: string): string => `course-${letter}-${code}`;
const profileId = ({ id }: Person): string => `${id}-profile`;

/** Returns grades as OneRoster writes them: two digits, separated by commas. */
function gradeList(grades: readonly number[]): string {
  return grades.map((grade) => String(grade).padStart(2, "0")).join(",");
}

/** Returns a table as CSV (RFC 4180): lines end in CR LF, cells with a comma, a quote or a line break are quoted. */
function csv(rows: readonly (readonly string[])[]): string {
  const cell = (value: string) =>
    /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
  return rows.map((row) => `${row.map(cell).join(",")}\r\n`).join("");
}
