import { isIdentity, type Identity } from "#contract";

/** Holders of a forgotten password, as people would say it. */
export const ASKERS = ["student", "teacher", "parent", "manager"] as const;
export type Asker = (typeof ASKERS)[number];

export const ASKER_NAMES: Readonly<Record<Asker, string>> = {
  student: "学生",
  teacher: "教师",
  parent: "家长",
  manager: "管理员",
};

export interface Helper {
  who: string;
  how: string;
}

/** The people who can set a new password for someone without a stored phone or address, or where no codes are delivered (SE-11). */
export const HELPERS: Readonly<Record<Asker, readonly Helper[]>> = {
  student: [
    { who: "班主任", how: "告诉老师你的姓名和班级，老师可以为你重设。" },
    { who: "学校管理员", how: "班主任不在时，请到学校办公室找管理员老师。" },
    { who: "已绑定的家长", how: "也可以请爸爸妈妈帮你重设。" },
  ],
  teacher: [{ who: "本校管理员", how: "说明姓名和账号，管理员核对身份后为您重设。" }],
  parent: [{ who: "孩子所在学校的管理员", how: "说明孩子的姓名和班级，以及您的账号。" }],
  manager: [{ who: "区域管理员", how: "说明学校、姓名和账号，区域管理员核对后为您重设。" }],
};

const ASKER_OF: Readonly<Record<Identity, Asker>> = {
  student: "student",
  teacher: "teacher",
  parent: "parent",
  manager: "manager",
  admin: "manager",
  inner_admin: "manager",
};

/** Returns the asker for the identity in the address (RT-04); without one a pupil, who needs the help most. */
export function askerFor(identity: string | undefined): Asker {
  return isIdentity(identity) ? ASKER_OF[identity] : "student";
}
