import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkRoster } from "./checked.ts";
import { FaultList, describeFault } from "./fault.ts";
import { indexRoster } from "./roster-index.ts";
import { layOver, readTables } from "./roster.ts";

export const TODAY = "2026-11-20";

/** File name → text, or the bytes of a text that is not UTF-8. */
export type Files = Record<string, string | Uint8Array>;

/**
 * Returns a bundle of a district with two schools, each with one class; 语文 is taught in the first, where 李小雨 learns.
 */
export function smallBundle(): Record<string, string> {
  return {
    "manifest.csv": `propertyName,value
manifest.version,1.0
oneroster.version,1.2
file.academicSessions,bulk
file.orgs,bulk
file.courses,bulk
file.classes,bulk
file.users,bulk
file.roles,bulk
file.enrollments,bulk
file.demographics,bulk
source.systemCode,small
`,
    "academicSessions.csv": `sourcedId,status,dateLastModified,title,type,startDate,endDate,parentSourcedId,schoolYear
y,,,学年,schoolYear,2026-09-01,2027-08-31,,2027
`,
    "orgs.csv": `sourcedId,status,dateLastModified,name,type,identifier,parentSourcedId,metadata.is_abled
d,,,教育局,district,,,true
a,,,甲校,school,,d,true
b,,,乙校,school,,d,false
`,
    "courses.csv": `sourcedId,status,dateLastModified,schoolYearSourcedId,title,courseCode,grades,orgSourcedId,subjects,subjectCodes
home,,,y,行政班,,03,d,,
zh,,,y,语文,,03,a,语文,chinese
`,
    "classes.csv": `sourcedId,status,dateLastModified,title,grades,courseSourcedId,classCode,classType,location,schoolSourcedId,termSourcedIds,subjects,subjectCodes,periods,metadata.homeroomSourcedId
a1,,,三年级（1）班,03,home,,homeroom,,a,y,,,,
b1,,,三年级（1）班,03,home,,homeroom,,b,y,,,,
a1zh,,,三年级（1）班语文,03,zh,,scheduled,,a,y,,,,a1
`,
    "users.csv": `sourcedId,status,dateLastModified,enabledUser,username,userIds,givenName,familyName,middleName,identifier,email,sms,phone,agentSourcedIds,grades,password,userMasterIdentifier,preferredGivenName,preferredMiddleName,preferredFamilyName,primaryOrgSourcedId,pronouns,metadata.agentRelations,metadata.admissionDate
t,,,true,zhouli,,莉,周,,,zhouli@a.example,19900000001,,,,first-password,,,,,a,,,
s,,,true,lixiaoyu,,小雨,李,,,,,,p,03,first-password,,,,,a,,母亲,2024-09-01
p,,,true,wumei,,梅,吴,,,,19900000002,,,,first-password,,,,,,,,
`,
    "roles.csv": `sourcedId,status,dateLastModified,userSourcedId,roleType,role,beginDate,endDate,orgSourcedId,userProfileSourcedId
r1,,,t,primary,teacher,,,a,
r2,,,s,primary,student,,,a,
r3,,,p,primary,parent,,,a,
r4,,,t,primary,teacher,,,b,
`,
    "enrollments.csv": `sourcedId,status,dateLastModified,classSourcedId,schoolSourcedId,userSourcedId,role,primary,beginDate,endDate
e1,,,a1,a,t,teacher,true,,
e2,,,a1,a,s,student,false,,
e3,,,a1zh,a,t,teacher,true,,
`,
    "demographics.csv": `sourcedId,status,dateLastModified,birthDate,sex,americanIndianOrAlaskaNative,asian,blackOrAfricanAmerican,nativeHawaiianOrOtherPacificIslander,white,demographicRaceTwoOrMoreRaces,hispanicOrLatinoEthnicity,countryOfBirthCode,stateOfBirthAbbreviation,cityOfBirth,publicSchoolResidenceStatus
s,,,2018-03-01,female,,,,,,,,,,,
`,
  };
}

/** Returns the small bundle after replacements of text, each of which must match: file, from, to. */
export function bundleWith(...edits: [file: string, from: string, to: string][]): Files {
  const files = smallBundle();
  for (const [file, from, to] of edits) {
    const before = files[file] ?? "";
    if (!before.includes(from)) throw new Error(`${file} has no “${from}”`);
    files[file] = before.replace(from, to);
  }
  return files;
}

export function bytesOf(files: Files): Map<string, Uint8Array> {
  return new Map(
    Object.entries(files).map(([name, content]) => [
      name,
      typeof content === "string" ? new TextEncoder().encode(content) : content,
    ]),
  );
}

/** Returns every fault of a bundle that is the first of its source, as the operator reads it. */
export function faultsOf(files: Files): string[] {
  const faults = new FaultList();
  const report = faults.add.bind(faults);
  const bundle = readTables(bytesOf(files), report);
  const roster = layOver({}, bundle, report);
  checkRoster(roster, indexRoster(roster, TODAY), report);
  return faults.shown.map(describeFault);
}

/** Writes the files to a folder of their own. */
export async function writeFolder(files: Files): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "schoolgate-roster-"));
  await Promise.all(
    Object.entries(files).map(([name, content]) => writeFile(join(folder, name), content)),
  );
  return folder;
}
