import type { Setting, User } from "#contract";
import type { ExamplesOf } from "./example.ts";

const setting: Setting = {
  theme: "color",
  view: "icon",
  appearance: "system",
  text_size: "standard",
  eye_protection: { mode: true, interval: 30 },
};
const school = {
  id: "s-qiming",
  name: "启明小学",
  logo: null,
  is_abled: true,
  identity: "teacher",
} as const;
const schoolClass = { id: "c-3-2", name: "三年级2班", grade_id: "3", stage_id: "primary" };
const user = {
  id: "u-chenjing",
  name: "陈静",
  avatar: null,
  mobile: "138****0000",
  email: null,
  gender: "female",
  account: "chenjing",
  roles: ["teacher", "head-teacher"],
  identity: "teacher",
  identities: [{ id: "teacher", type: "teacher" }],
  setting,
  app_ids: ["lesson-plans", "homework"],
  school,
  schools: [school],
  classes: [schoolClass],
  subjects: [{ id: "chinese", name: "语文" }],
  charge_classes: [schoolClass],
  admission_time: null,
} satisfies User;

export const USER_EXAMPLES: ExamplesOf<
  "readUserDetail" | "readContacts" | "editUser" | "saveSetting"
> = {
  readUserDetail: {
    description:
      "fields 限定返回的字段，缺省时返回 parents、children、teaching_info 以外的全部；不认识的字段名被忽略。手机与邮箱默认打码，在 fields 中写明时返回本人的完整值。",
    input: { fields: "id,name,identity,school", identity: "teacher" },
    answer: { id: user.id, name: user.name, identity: "teacher", school },
  },
  readContacts: {
    description:
      "供个人中心的“联系方式”使用。verified：本人用过发到那里的验证码（绑定、登录或重设密码）；换了号码，包括由名册换的，就不再算验证过。",
    input: {},
    answer: {
      mobile: { shown: "138****0000", verified: true },
      email: { shown: null, verified: false },
    },
  },
  editUser: {
    description:
      "只改给出的字段。identity、school_id 切换当前身份与学校；改手机、邮箱、密码须以 old_password 证明是本人，改密码会结束本人的其他登录。",
    input: { name: "陈静", gender: "female" },
    answer: user,
  },
  saveSetting: {
    description: "只改给出的设置，返回保存后的全部设置。view 总是 icon。",
    input: { theme: "monochrome", eye_protection: { interval: 20 } },
    answer: {
      theme: "monochrome",
      view: "icon",
      appearance: "system",
      text_size: "standard",
      eye_protection: { mode: true, interval: 20 },
    },
  },
};
