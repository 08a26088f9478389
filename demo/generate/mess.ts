import { admissionDate } from "./calendar.ts";
import { enter } from "./families.ts";
import type { District, Gender, Homeroom, Person, PersonName, Role } from "./model.ts";
import { namedId } from "./named-people.ts";
import type { Registry } from "./registry.ts";
import { JUNIOR, PRIMARY, type SchoolPlan } from "./schools.ts";

/**
 * People whose data need cleaning up: two accounts of one person, pupils in no class, names that break lists. Later
 * events (locked, left, given rights) are in `demo/mess.ts`.
 */
interface UntidyPerson {
  name: PersonName;
  gender: Gender;
  birthDate: string;
  school: SchoolPlan;
}

interface UntidyPupil extends UntidyPerson {
  grade: number;
  /** The number of the class in the grade; missing: in no class. */
  room?: number;
  guardian?: { account: string; relation: string };
}

interface UntidyAdult extends UntidyPerson {
  role: Role["role"];
}

const person = (family: string, given: string, gender: Gender, birthDate: string) => ({
  ...{ name: { family, given }, gender, birthDate },
});

const GAO_MINGHUI = person("高", "明慧", "female", "1988-07-19");
const YAO_SHUWEN = person("姚", "书文", "female", "1990-09-09");

export const UNTIDY_PUPILS: Readonly<Record<string, UntidyPupil>> = {
  // whom somebody made once more by hand
  xujiashu: {
    ...{ ...person("许", "嘉树", "male", "2018-11-02"), school: PRIMARY, grade: 2, room: 5 },
    guardian: { account: "xumingyuan", relation: "父亲" },
  },
  // a sister and a brother, whose mother came in twice
  qiaomuyang: {
    ...{ ...person("乔", "沐阳", "male", "2016-03-14"), school: PRIMARY, grade: 5, room: 6 },
    guardian: { account: "gaominghui", relation: "母亲" },
  },
  qiaomuqing: {
    ...{ ...person("乔", "沐晴", "female", "2014-02-08"), school: JUNIOR, grade: 7, room: 6 },
    guardian: { account: "gaominghui2", relation: "母亲" },
  },
  // in no class
  konglingyi: { ...person("孔", "令仪", "female", "2020-01-11"), school: PRIMARY, grade: 1 },
  qiuyuchen: { ...person("邱", "雨辰", "female", "2018-04-30"), school: PRIMARY, grade: 3 },
  miaoyutong: { ...person("苗", "雨桐", "female", "2013-10-05"), school: JUNIOR, grade: 7 },
  // left the school
  zhuyunfei: {
    ...{ ...person("朱", "云飞", "male", "2015-05-20"), school: PRIMARY, grade: 6, room: 6 },
    guardian: { account: "zhuguoqiang", relation: "父亲" },
  },
  zoukexin: {
    ...{ ...person("邹", "可欣", "female", "2014-12-03"), school: PRIMARY, grade: 6, room: 6 },
    guardian: { account: "zouwenlang", relation: "父亲" },
  },
  // whose erasure the school objects to
  dongzihan: {
    ...{ ...person("董", "子涵", "female", "2012-03-22"), school: JUNIOR, grade: 9, room: 6 },
    guardian: { account: "dongjianhua", relation: "父亲" },
  },
  // locked
  weizimo: {
    ...{ ...person("魏", "子墨", "male", "2016-10-27"), school: PRIMARY, grade: 4, room: 6 },
  },
  // names
  dilinuer: {
    ...{ ...person("迪丽努尔·", "吐尔逊", "female", "2017-01-19") },
    ...{ school: PRIMARY, grade: 4, room: 6 },
  },
  abudurehemanmaimaiti: {
    ...{ ...person("阿卜杜热合曼·", "买买提", "male", "2012-11-15") },
    ...{ school: JUNIOR, grade: 8, room: 6 },
  },
  ayixiamu: {
    ...{ ...person("阿依夏木古丽·", "阿卜杜克热木·买买提明·吐尔逊", "female", "2013-12-12") },
    ...{ school: JUNIOR, grade: 7, room: 6 },
  },
  liuyan2018: {
    ...{ ...person("刘", "䶮", "male", "2018-01-06"), school: PRIMARY, grade: 3, room: 5 },
  },
  shenfu: {
    ...{ ...person("沈", "𫖯", "male", "2013-03-03"), school: JUNIOR, grade: 8, room: 6 },
  },
};

export const UNTIDY_ADULTS: Readonly<Record<string, UntidyAdult>> = {
  xumingyuan: { ...person("许", "明远", "male", "1987-02-11"), school: PRIMARY, role: "parent" },
  gaominghui: { ...GAO_MINGHUI, school: PRIMARY, role: "parent" },
  gaominghui2: { ...GAO_MINGHUI, school: JUNIOR, role: "parent" },
  zhuguoqiang: { ...person("朱", "国强", "male", "1984-06-30"), school: PRIMARY, role: "parent" },
  zouwenlang: { ...person("邹", "文朗", "male", "1985-01-25"), school: PRIMARY, role: "parent" },
  dongjianhua: { ...person("董", "建华", "male", "1982-10-08"), school: JUNIOR, role: "parent" },
  // a teacher who came in at each of two schools
  yaoshuwen: { ...YAO_SHUWEN, school: PRIMARY, role: "teacher" },
  yaoshuwen2: { ...YAO_SHUWEN, school: JUNIOR, role: "teacher" },
  // substitutes
  hanruoxi: { ...person("韩", "若溪", "female", "1998-05-17"), school: PRIMARY, role: "teacher" },
  luoxiaofeng: { ...person("罗", "晓峰", "male", "1995-03-28"), school: JUNIOR, role: "teacher" },
  // who were given rights
  tanjingyi: { ...person("谭", "静怡", "female", "1986-12-05"), school: PRIMARY, role: "teacher" },
  jiangwenbo: { ...person("蒋", "文博", "male", "1992-08-21"), school: PRIMARY, role: "teacher" },
  helanzhi: { ...person("贺", "兰芝", "female", "1979-04-02"), school: PRIMARY, role: "teacher" },
  // locked
  fengliqun: { ...person("冯", "立群", "male", "1981-11-16"), school: JUNIOR, role: "teacher" },
};

/** Adds these people after all others, so that no other account or number is another one. */
export function addMess(
  registry: Registry,
  homerooms: readonly Homeroom[],
  pupils: District["pupils"],
): void {
  for (const [account, { school, role, ...known }] of Object.entries(UNTIDY_ADULTS)) {
    const reach = role === "parent" ? "mobile" : "mobile-and-email";
    const adult = registry.addNamed({ id: namedId(account), account, reach, ...known });
    adult.roles.push({ role, orgId: school.id });
  }
  for (const [account, pupil] of Object.entries(UNTIDY_PUPILS)) {
    const { school, grade, room, guardian, ...known } = pupil;
    const added = registry.addNamed({ id: namedId(account), account, reach: "none", ...known });
    if (room === undefined) enrol(added, school, grade);
    else seat(added, `class-${school.letter}-${grade}-${room}`, homerooms, pupils);
    if (guardian) {
      added.guardians.push({ id: namedId(guardian.account), relation: guardian.relation });
    }
  }
}

function enrol(pupil: Person, school: SchoolPlan, grade: number): void {
  pupil.grade = String(grade).padStart(2, "0");
  pupil.admissionDate = admissionDate(grade, school.letter === "j" ? 7 : 1);
  pupil.roles.push({ role: "student", orgId: school.id });
}

function seat(
  pupil: Person,
  homeroomId: string,
  homerooms: readonly Homeroom[],
  pupils: District["pupils"],
): void {
  const homeroom = homerooms.find(({ id }) => id === homeroomId);
  if (!homeroom) throw new Error(`No class ${homeroomId}`);
  homeroom.size += 1;
  enter(pupil, homeroom, pupils);
}
