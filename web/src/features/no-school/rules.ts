import type { Identity, School } from "#contract";

/** The reason in words, and whom to ask about it. */
export interface Explanation {
  title: string;
  reason: string;
  ask: string;
}

const ASK: Readonly<Record<Identity, string>> = {
  student: "请告诉班主任，或让爸爸妈妈联系学校。",
  parent: "请联系孩子的班主任或学校管理员。",
  teacher: "请联系本校的学校管理员。",
  manager: "请联系学校所属的区域管理员；没有区域的，请联系平台管理员。",
  admin: "请联系平台管理员。",
  inner_admin: "请联系另一位平台管理员，或平台的运维人员。",
};
const ASK_ANYONE = "学生请告诉班主任，教师和家长请联系学校管理员。";
/** Follows where the helpers named may be locked out themselves: a disabled school keeps its administrators out, too. */
const ASK_ABOVE = "如果整所学校都停用了，学校管理员也进不来，只有区域或平台的管理员能重新启用它。";
/** The identities whose helpers are people of the school itself. */
const HELPED_AT_SCHOOL: readonly (Identity | null)[] = ["student", "parent", "teacher", null];

export function explain(identity: Identity | null, schools: readonly School[]): Explanation {
  const ask = identity === null ? ASK_ANYONE : ASK[identity];
  if (schools.length === 0) {
    return {
      title: "还没有加入学校",
      reason: "账号里没有任何学校和身份，所以暂时看不到应用。",
      ask,
    };
  }
  const elsewhere = schools.some((school) => school.is_abled);
  return {
    title: "暂时没有可用的学校",
    reason: elsewhere
      ? "当前身份所在的学校已停用，可以切换到其他身份。"
      : "所在的学校已停用，或在学校的身份已停用。",
    ask: HELPED_AT_SCHOOL.includes(identity) ? ask + ASK_ABOVE : ask,
  };
}

/** The other identities the person holds, each once, in the order of the memberships. */
export function otherIdentities(current: Identity | null, schools: readonly School[]): Identity[] {
  return [...new Set(schools.map(({ identity }) => identity))].filter((it) => it !== current);
}
