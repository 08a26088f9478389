import type { ColumnOf, Fault, FaultList, RecordsOf, RosterFile } from "../../roster/api.ts";
import { idNumberFault } from "../../roster-file/api.ts";
import type { JsonRecord } from "./collection.ts";
import { ProviderFault } from "./provider-fault.ts";

/** Values of the fields of a record that its columns take, as JSON. */
type Fields = Readonly<Partial<Record<string, unknown>>>;

/** Kinds of fields of the REST binding. */
const TEXT = (value: unknown): string | undefined =>
  typeof value === "string" ? value.trim() : typeof value === "number" ? String(value) : undefined;
const FLAG = (value: unknown): string | undefined =>
  typeof value === "boolean" ? String(value) : TEXT(value);
const REFERENCE = (value: unknown): string | undefined =>
  typeof value === "object" && value !== null ? TEXT((value as Fields)["sourcedId"]) : undefined;
const listed =
  (of: (value: unknown) => string | undefined) =>
  (value: unknown): string | undefined => {
    if (!Array.isArray(value)) return undefined;
    const parts = value.map(of);
    // the files separate by commas
    if (parts.some((part) => part === undefined || part.includes(","))) return undefined;
    return parts.filter((part) => part !== "").join(",");
  };
const LIST = listed(TEXT);
const REFERENCES = listed(REFERENCE);

type Read = readonly [field: string, read: (value: unknown) => string | undefined];
type Reads<F extends RosterFile> = { readonly [C in ColumnOf<F>]?: Read };

const RECORD = {
  sourcedId: ["sourcedId", TEXT],
  status: ["status", TEXT],
  dateLastModified: ["dateLastModified", TEXT],
} as const;

/** The field of each column, in the standard's REST binding. What is not named is not read: passwords and numbers of people. */
const READS: { readonly [F in RosterFile]: Reads<F> } = {
  academicSessions: {
    ...RECORD,
    title: ["title", TEXT],
    type: ["type", TEXT],
    startDate: ["startDate", TEXT],
    endDate: ["endDate", TEXT],
    parentSourcedId: ["parent", REFERENCE],
    schoolYear: ["schoolYear", TEXT],
  },
  orgs: {
    ...RECORD,
    name: ["name", TEXT],
    type: ["type", TEXT],
    identifier: ["identifier", TEXT],
    parentSourcedId: ["parent", REFERENCE],
  },
  courses: {
    ...RECORD,
    schoolYearSourcedId: ["schoolYear", REFERENCE],
    title: ["title", TEXT],
    courseCode: ["courseCode", TEXT],
    grades: ["grades", LIST],
    orgSourcedId: ["org", REFERENCE],
    subjects: ["subjects", LIST],
    subjectCodes: ["subjectCodes", LIST],
  },
  classes: {
    ...RECORD,
    title: ["title", TEXT],
    grades: ["grades", LIST],
    courseSourcedId: ["course", REFERENCE],
    classCode: ["classCode", TEXT],
    classType: ["classType", TEXT],
    schoolSourcedId: ["school", REFERENCE],
    termSourcedIds: ["terms", REFERENCES],
    subjects: ["subjects", LIST],
    subjectCodes: ["subjectCodes", LIST],
    "metadata.homeroomSourcedId": ["metadata.homeroomSourcedId", TEXT],
  },
  users: {
    ...RECORD,
    enabledUser: ["enabledUser", FLAG],
    username: ["username", TEXT],
    givenName: ["givenName", TEXT],
    familyName: ["familyName", TEXT],
    middleName: ["middleName", TEXT],
    email: ["email", TEXT],
    sms: ["sms", TEXT],
    phone: ["phone", TEXT],
    agentSourcedIds: ["agents", REFERENCES],
    primaryOrgSourcedId: ["primaryOrg", REFERENCE],
    "metadata.agentRelations": ["metadata.agentRelations", LIST],
    "metadata.admissionDate": ["metadata.admissionDate", TEXT],
    "metadata.fullName": ["metadata.fullName", TEXT],
  },
  roles: {
    sourcedId: ["sourcedId", TEXT],
    userSourcedId: ["userSourcedId", TEXT],
    roleType: ["roleType", TEXT],
    role: ["role", TEXT],
    beginDate: ["beginDate", TEXT],
    endDate: ["endDate", TEXT],
    orgSourcedId: ["org", REFERENCE],
  },
  userProfiles: {},
  enrollments: {
    ...RECORD,
    classSourcedId: ["class", REFERENCE],
    schoolSourcedId: ["school", REFERENCE],
    userSourcedId: ["user", REFERENCE],
    role: ["role", TEXT],
    primary: ["primary", FLAG],
    beginDate: ["beginDate", TEXT],
    endDate: ["endDate", TEXT],
  },
  demographics: {
    ...RECORD,
    birthDate: ["birthDate", TEXT],
    sex: ["sex", TEXT],
  },
};

/** Roles that a roster gives at night as another one, or not at all (null): who runs a school is decided by people. */
const ROLES_AT_NIGHT: Readonly<Record<string, string | null>> = {
  principal: "teacher",
  siteAdministrator: "teacher",
  districtAdministrator: null,
  systemAdministrator: null,
};

/** A record in the files' form: a text for each column. */
export type Cells<F extends RosterFile> = RecordsOf<F>[number];

interface At {
  /** The record's position in its collection, from 1. */
  position: number;
  faults: FaultList;
}

/** Returns a record in the files' form; what is of another type goes to `faults`. */
export function cellsOf<F extends RosterFile>(
  file: F,
  record: JsonRecord,
  { position, faults }: At,
): Cells<F> {
  const cells: Record<string, string> = {};
  for (const [column, [field, read]] of Object.entries<Read>(READS[file])) {
    const given = fieldOf(record, field);
    if (given === undefined || given === null) continue;
    const value = read(given);
    if (value === undefined) {
      const message = `第 ${position} 条的内容类型不对`;
      faults.add({ file: `${file}.csv`, column: field, message });
    } else {
      wantNoIdNumber(value, `${file} 第 ${position} 条 ${field}`);
      cells[column] = value;
    }
  }
  return cells as Cells<F>;
}

/** Returns the roles of a user, which the files have in rows of their own. */
export function rolesOf(record: JsonRecord, at: At): Cells<"roles">[] {
  const given = record["roles"] ?? [];
  const fault = (): Cells<"roles">[] => {
    const message = `第 ${at.position} 条的内容类型不对`;
    at.faults.add({ file: "users.csv", column: "roles", message });
    return [];
  };
  if (!Array.isArray(given)) return fault();
  const id = TEXT(record["sourcedId"]) ?? "";
  return given.flatMap((one: unknown, turn): Cells<"roles">[] => {
    if (typeof one !== "object" || one === null) return fault();
    const said = one as Fields;
    const role = TEXT(said["role"]) ?? "";
    const meant = Object.hasOwn(ROLES_AT_NIGHT, role) ? ROLES_AT_NIGHT[role] : role;
    if (meant == null) return [];
    const roleType = said["roleType"] ?? (turn === 0 ? "primary" : "secondary");
    const ids = { sourcedId: `${id} ${turn + 1}`, userSourcedId: id };
    return [cellsOf("roles", { ...said, ...ids, role: meant, roleType }, at)];
  });
}

function fieldOf(record: JsonRecord, path: string): unknown {
  const [field = "", inner] = path.split(".");
  const value = record[field];
  return inner === undefined ? value : Object(value)[inner];
}

/** Refuses identity-card numbers in the place of ids and accounts: they are never stored (RO-03). */
function wantNoIdNumber(value: string, place: string): void {
  const number = /(?<!\d)\d{17}[\dX](?!\d)/i.exec(value)?.[0].toUpperCase();
  if (number === undefined || idNumberFault(number) !== undefined) return;
  throw new ProviderFault(`${place}是身份证号，平台不保存身份证号，请对方换成别的编号`);
}

/** Columns of people whose values are not quoted where somebody reads of a run. */
const UNQUOTED: readonly string[] = [
  "username",
  "givenName",
  "familyName",
  "metadata.fullName",
  "email",
  "sms",
  "phone",
];

/** Returns a fault in one sentence. */
export function sentenceOfFault({ file, column = "", message }: Fault): string {
  const place = `${file.replace(/\.csv$/, "")} ${column}`.trim();
  // the first quoted is the record's id
  let turn = 0;
  const said = UNQUOTED.includes(column)
    ? message.replaceAll(/“[^”]*”/g, (quoted) =>
        (turn += 1) === 1 && message.startsWith("记录") ? quoted : "“…”",
      )
    : message;
  return `${place}：${said.replaceAll(".csv", "")}`;
}
