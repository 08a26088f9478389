import type { Gender, Person, PersonName, Role } from "./model.ts";
import type { Registry } from "./registry.ts";
import { DISTRICT_ID, JUNIOR, OLD, PRIMARY } from "./schools.ts";

interface NamedPerson {
  name: PersonName;
  gender: Gender;
  birthDate: string;
  /** The person's roles, the main one first. */
  roles: readonly Role[];
}

/** The people that the demo's description names, by account. Pupils and their classes are in `NAMED_PUPILS`. */
const NAMED_ADULTS: Readonly<Record<string, NamedPerson>> = {
  linlan: {
    name: { family: "林", given: "岚" },
    gender: "female",
    birthDate: "1985-04-12",
    roles: [
      { role: "principal", orgId: PRIMARY.id },
      { role: "teacher", orgId: PRIMARY.id },
      { role: "parent", orgId: PRIMARY.id },
      { role: "teacher", orgId: JUNIOR.id },
    ],
  },
  chenjing: {
    name: { family: "陈", given: "静" },
    gender: "female",
    birthDate: "1984-11-03",
    roles: [
      { role: "parent", orgId: JUNIOR.id },
      { role: "parent", orgId: PRIMARY.id },
    ],
  },
  sunhao: {
    name: { family: "孙", given: "浩" },
    gender: "male",
    birthDate: "1991-06-25",
    roles: [{ role: "teacher", orgId: JUNIOR.id }],
  },
  wangfang: {
    name: { family: "王", given: "芳" },
    gender: "female",
    birthDate: "1978-02-17",
    roles: [{ role: "districtAdministrator", orgId: DISTRICT_ID }],
  },
  hezhi: {
    name: { family: "何", given: "志" },
    gender: "male",
    birthDate: "1989-08-08",
    roles: [{ role: "systemAdministrator", orgId: DISTRICT_ID }],
  },
  wuguishu: {
    name: { family: "吴", given: "归书" },
    gender: "male",
    birthDate: "1993-03-30",
    roles: [],
  },
  jiucheng: {
    name: { family: "程", given: "旧" },
    gender: "male",
    birthDate: "1972-12-01",
    roles: [{ role: "teacher", orgId: OLD.id }],
  },
  liangdi: {
    name: { family: "梁", given: "地" },
    gender: "male",
    birthDate: "1983-05-19",
    roles: [
      { role: "teacher", orgId: OLD.id },
      { role: "parent", orgId: PRIMARY.id },
    ],
  },
};

export interface NamedPupil {
  name: PersonName;
  gender: Gender;
  birthDate: string;
  homeroomId: string;
  guardian: { account: string; relation: string };
}

export const NAMED_PUPILS: Readonly<Record<string, NamedPupil>> = {
  linxiaoman: {
    name: { family: "林", given: "小满" },
    gender: "female",
    birthDate: "2018-05-21",
    homeroomId: "class-p-3-2",
    guardian: { account: "linlan", relation: "母亲" },
  },
  zhaoyifan: {
    name: { family: "赵", given: "一凡" },
    gender: "male",
    birthDate: "2013-01-15",
    homeroomId: "class-j-8-1",
    guardian: { account: "chenjing", relation: "母亲" },
  },
  zhaoyinuo: {
    name: { family: "赵", given: "一诺" },
    gender: "female",
    birthDate: "2019-10-09",
    homeroomId: "class-p-1-1",
    guardian: { account: "chenjing", relation: "母亲" },
  },
  liangsiqi: {
    name: { family: "梁", given: "思齐" },
    gender: "male",
    birthDate: "2016-12-02",
    homeroomId: "class-p-4-3",
    guardian: { account: "liangdi", relation: "父亲" },
  },
};

/** The teachers of named lessons: `homeroom id/subject` → account. */
export const NAMED_LESSONS: ReadonlyMap<string, string> = new Map([
  ["class-p-3-2/语文", "linlan"],
  ["class-j-7-1/语文", "linlan"],
  ["class-j-8-1/数学", "sunhao"],
  ["class-o-4-1/语文", "jiucheng"],
  ["class-o-4-1/数学", "liangdi"],
]);

/** The classes headed by named teachers. */
export const NAMED_HEADS: ReadonlyMap<string, string> = new Map([["class-p-3-2", "linlan"]]);

export const NAMED_ACCOUNTS: readonly string[] = [
  ...Object.keys(NAMED_ADULTS),
  ...Object.keys(NAMED_PUPILS),
];

export function namedId(account: string): string {
  return `person-${account}`;
}

export function addNamedAdults(registry: Registry): void {
  for (const [account, { roles, ...known }] of Object.entries(NAMED_ADULTS)) {
    const isStaff = roles.some(({ role }) => role !== "parent");
    const person: Person = registry.addNamed({
      id: namedId(account),
      account,
      reach: isStaff ? "mobile-and-email" : "mobile",
      ...known,
    });
    person.roles.push(...roles);
  }
}
