import { Type, type Static } from "typebox";
import { declareCall } from "./call.ts";
import { ListedPerson, Mobile, PersonLock, PersonMembership } from "./people.ts";
import { IDENTITIES } from "./role.ts";
import { After, Id, Next, Nullable, Time } from "./schema.ts";
import { OriginEntry, RowOrigin } from "./origin.ts";

/** Acts of administration on a person. */
export const PERSON_ACT_NAMES = {
  edit: "修改资料",
  membership: "增加、结束、停用身份",
  lock: "锁定与解锁",
  guardian: "管理监护关系",
  class: "调整班级",
  password: "设新密码",
  factor: "重置两步验证",
  session: "结束设备登录",
  view: "看这个人的首页",
  erase: "注销账号",
} as const satisfies Record<string, string>;
export type PersonAct = keyof typeof PERSON_ACT_NAMES;
export const PERSON_ACTS = Object.keys(PERSON_ACT_NAMES) as PersonAct[];

/** The parts that a person can have in a class. */
export const CLASS_PLACE_NAMES = {
  student: "学生",
  teacher: "任课教师",
  head: "班主任",
} as const satisfies Record<string, string>;
export type ClassPlace = keyof typeof CLASS_PLACE_NAMES;

const Source = Nullable(Type.String({ description: "由哪份名册写入，手工建立时为空" }));

const Relative = Type.Object({
  id: Id,
  name: Type.String(),
  account: Type.String(),
  relation: Type.String({ description: "监护人与孩子的关系" }),
  mobile_masked: Mobile,
  source: Source,
  written: RowOrigin,
});

/** Data of a person of which it is told who changed them. */
export const WRITTEN_FIELDS = [
  ...(["name", "gender", "birth_date", "admission_time", "sourced_id", "mobile", "email"] as const),
] as const;
export type WrittenField = (typeof WRITTEN_FIELDS)[number];

const WayToReach = Type.Object({
  shown: Nullable(Type.String({ description: "打码，没有时为空" })),
  verified: Type.Boolean({ description: "发到那里的验证码，本人用过" }),
});

/** A person with everything that the caller may see of them (AD-02). */
export const PersonWhole = Type.Object({
  id: Id,
  name: Type.String(),
  account: Type.String(),
  avatar: Nullable(Type.String()),
  gender: Nullable(Type.Enum(["male", "female"], { description: "性别" })),
  birth_date: Nullable(Type.String({ format: "date", description: "出生日期" })),
  admission_time: Nullable(Type.String({ format: "date" })),
  is_abled: Type.Boolean({ description: "账号是否启用" }),
  created_at: Time,
  updated_at: Time,
  locked: Nullable(PersonLock),
  source: Source,
  made: OriginEntry,
  changed: Type.Array(
    Type.Object({ field: Type.Enum([...WRITTEN_FIELDS]), ...OriginEntry.properties }),
    { description: "建立之后改过的资料，各由谁改的" },
  ),
  sourced_id: Nullable(Type.String({ description: "在名册中的编号：学生为学号，教职工为工号" })),
  mobile: WayToReach,
  email: WayToReach,
  memberships: Type.Array(
    Type.Object({
      ...PersonMembership.properties,
      since: Type.String({ format: "date-time", description: "何时加入" }),
      source: Source,
      written: RowOrigin,
    }),
    { description: "所在学校与身份" },
  ),
  classes: Type.Array(
    Type.Object({
      school_id: Id,
      id: Id,
      name: Type.String(),
      grade_id: Type.String(),
      stage_id: Type.String(),
      place: Type.Enum(Object.keys(CLASS_PLACE_NAMES) as ClassPlace[], {
        description: "student 就读，teacher 任教，head 任班主任",
      }),
      subjects: Type.Array(Type.String(), { description: "任教的学科" }),
      source: Source,
      written: RowOrigin,
    }),
    { description: "就读或任教的班级" },
  ),
  guardians: Type.Array(Relative, { description: "监护人" }),
  children: Type.Array(Relative, { description: "孩子" }),
  password: Type.Enum(["none", "own", "temporary"], {
    description: "none 没有密码，own 本人所设，temporary 他人代设、登录时须改",
  }),
  temporary_until: Nullable(
    Type.String({ format: "date-time", description: "他人代设的密码何时失效" }),
  ),
  factors: Type.Array(
    Type.Object({
      kind: Type.Enum(["totp", "passkey", "recovery"], {
        description: "totp 验证器，passkey 通行密钥，recovery 没有用过的恢复码",
      }),
      count: Type.Integer(),
      used_at: Nullable(Time),
    }),
    { description: "两步验证的方式" },
  ),
  sessions: Type.Array(
    Type.Object({
      client: Type.Enum(["web", "pc", "mobile"]),
      device: Type.String({ description: "设备的名称" }),
      created_at: Type.String({ format: "date-time", description: "登录的时间" }),
      last_seen_at: Time,
    }),
    { description: "正在登录的设备" },
  ),
  remembered_devices: Type.Integer({ description: "记住了账号的设备数" }),
  last_sign_in: ListedPerson.properties.last_sign_in,
  consents: Type.Array(
    Type.Object({
      type: Type.String({ description: "协议的类型" }),
      version: Type.Integer(),
      title: Type.String(),
      agreed_at: Nullable(
        Type.String({ format: "date-time", description: "何时同意，没有同意时为空" }),
      ),
      by_guardian: Type.Boolean({ description: "由监护人代为同意" }),
    }),
    { description: "现行协议，以及是否已同意" },
  ),
  erasure_due_at: Nullable(
    Type.String({ format: "date-time", description: "已申请注销时，何时执行" }),
  ),
  can: Type.Array(Type.Enum(PERSON_ACTS), { description: "当前登录者可以对此人做的事" }),
});
export type PersonWhole = Static<typeof PersonWhole>;

/** Shows a person whole. Somebody outside of the caller's scope does not exist. */
export const readPersonWhole = declareCall({
  method: "GET",
  path: "/dt-platform/v1/administration/person",
  who: { right: "people.read" },
  summary: "查看一个人的全部资料",
  feature: "people",
  input: Type.Object({ user_id: Id }),
  answer: PersonWhole,
});

/** An event in a person's history. */
export const HistoryEntry = Type.Object({
  id: Id,
  at: Type.String({ format: "date-time", description: "何时" }),
  action: Type.String({ description: "做了什么，一个英文词" }),
  words: Type.String({ description: "做了什么，一句中文" }),
  outcome: Type.Enum(["ok", "refused"], { description: "ok 已完成，refused 被拒绝" }),
  by: Nullable(
    Type.Object(
      { id: Id, name: Type.String() },
      { description: "谁做的；运维人员所做，或此人不在管辖范围内时为空" },
    ),
  ),
  by_identity: Nullable(Type.Enum(IDENTITIES, { description: "以什么身份做的" })),
  by_self: Type.Boolean({ description: "本人所做" }),
  change_id: Nullable(
    Type.String({ description: "所属的变更；不是变更，或当前登录者不能看那次变更时为空" }),
  ),
});
export type HistoryEntry = Static<typeof HistoryEntry>;

/** Lists what happened to a person at the schools of the caller's scope, the latest first (AD-02). */
export const readPersonHistory = declareCall({
  method: "GET",
  path: "/dt-platform/v1/administration/person/history",
  who: { right: "people.read" },
  summary: "一个人身上发生过的事，最近的在前",
  feature: "people",
  input: Type.Object({
    user_id: Id,
    after: After(600),
  }),
  answer: Type.Object({
    entries: Type.Array(HistoryEntry, { description: "本页的记录" }),
    next: Next,
  }),
});
