import { Type, type Static } from "typebox";
import { SettingField } from "./app-settings.ts";
import { declareCall } from "./call.ts";
import { App, Category, LAUNCH_KINDS } from "./catalogue.ts";
import { CLAIM_NAMES } from "./launch.ts";
import { IDENTITIES, ROLES } from "./role.ts";
import { RosterAccess } from "./roster-access.ts";
import { Id, Nullable, Time } from "./schema.ts";
import { SchoolClass } from "./school.ts";
import { CLIENTS } from "./session.ts";

/** The limits of an app's entry that decide whether a person sees it (AP-05); all must hold. */
export const APP_RULES = [
  "district",
  "shelf",
  "switched",
  "dates",
  "roles",
  "clients",
  "schools",
  "stages",
  "grades",
  "classes",
  "allow",
  "deny",
] as const;
export type AppRule = (typeof APP_RULES)[number];

export const APP_RULE_NAMES: Readonly<Record<AppRule, string>> = {
  district: "所属区域",
  shelf: "上架状态",
  switched: "本校开关",
  dates: "开放日期",
  roles: "身份",
  clients: "客户端",
  schools: "学校",
  stages: "学段",
  grades: "年级",
  classes: "班级",
  allow: "允许名单",
  deny: "拒绝名单",
};

/** States of an app in their order: a draft moves one step at a time, forwards or back (AD-19). */
export const SHELF_STATES = ["asked", "checked", "piloted", "shelf"] as const;
export type ShelfState = (typeof SHELF_STATES)[number];
export const SHELF_STATE_NAMES: Readonly<Record<ShelfState, string>> = {
  asked: "已申请",
  checked: "已审核",
  piloted: "试用中",
  shelf: "已上架",
};

/** The greatest length of an app's name. */
export const APP_NAME_MAX = 60;
/** The greatest number of an app's further names. */
export const MAX_ALIASES = 10;

/** An entry's lists of exceptions. `…_identities` hold roles: `head-teacher` is one. */
export const AUDIENCE_LISTS = [
  "allow_user_ids",
  "allow_school_ids",
  "allow_class_ids",
  "allow_group_ids",
  "allow_identities",
  "deny_user_ids",
  "deny_school_ids",
  "deny_class_ids",
  "deny_group_ids",
  "deny_identities",
] as const;
export type AudienceList = (typeof AUDIENCE_LISTS)[number];

/** The greatest length of a list of exceptions. */
export const MAX_AUDIENCE_ENTRIES = 500;

// an empty word is how a form says that a list is empty
const Ids = Type.Array(Type.String({ maxLength: 64 }), { maxItems: MAX_AUDIENCE_ENTRIES });
const Roles = Type.Array(Type.String({ maxLength: 40 }), { maxItems: ROLES.length });
/** The audience of an app, and the lists of exceptions. */
const audience = {
  school_ids: Ids,
  stage_ids: Ids,
  grade_ids: Ids,
  class_ids: Ids,
  pilot_class_ids: Ids,
  allow_user_ids: Ids,
  allow_school_ids: Ids,
  allow_class_ids: Ids,
  allow_group_ids: Ids,
  allow_identities: Roles,
  deny_user_ids: Ids,
  deny_school_ids: Ids,
  deny_class_ids: Ids,
  deny_group_ids: Ids,
  deny_identities: Roles,
};
const Settings = Type.Record(Type.String({ maxLength: 64 }), Type.Unknown(), {
  description: "接入设置，因应用的种类而异；以 JSON 提交",
});
/** The fields that only managers of an app see, besides those that everybody sees. */
const managed = {
  district_id: Nullable(Id),
  open_at: Nullable(Time),
  close_at: Nullable(Time),
  claims: Type.Array(Type.String()),
  approved: Type.Boolean(),
  step_up: Type.Boolean(),
  roster: Nullable(RosterAccess),
  has_secret: Type.Boolean(),
  shelf_state: Type.Enum(SHELF_STATES, { description: "上架到了哪一步" }),
  filing_number: Type.String({ description: "备案号，没有时为空" }),
  updated_at: Time,
};

/** An app with all of its stored fields except its secret. */
export const AppEntry = Type.Object({
  ...App.properties,
  ...managed,
  ...audience,
  aliases: Type.Array(Type.String()),
  settings: Settings,
  revision: Type.Integer({ description: "每次更改加一；保存时带回，别人改过就会被拒绝" }),
});
export type AppEntry = Static<typeof AppEntry>;

/** A time, or an empty text for none: a form cannot send null. */
const Moment = Nullable(Type.Union([Time, Type.Literal("")]));
const Word = (maxLength: number) => Type.String({ maxLength });

/** The fields of an app to store; missing ones stay as they are. */
export const AppDraft = Type.Partial(
  Type.Object({
    id: Id,
    revision: Type.Integer({ minimum: 1 }),
    district_id: Nullable(Word(64)),
    category_id: Id,
    name: Word(APP_NAME_MAX),
    description: Word(500),
    icon: Word(500),
    icon_mono: Word(500),
    launch: Type.Enum(LAUNCH_KINDS),
    url: Word(2000),
    opens_in: Type.Enum(["tab", "frame", "module"]),
    display_status: Type.Enum(["display", "not_display"]),
    roles: Roles,
    clients: Type.Array(Word(20), { maxItems: CLIENTS.length }),
    sort: Type.Integer({ minimum: 0, maximum: 999_999 }),
    badge: Word(20),
    pinyin: Word(300),
    aliases: Type.Array(Word(30), { maxItems: MAX_ALIASES }),
    filing_number: Word(60),
    shelf_state: Type.Enum(SHELF_STATES),
    ...audience,
    open_at: Moment,
    close_at: Moment,
    claims: Type.Array(Word(20), { maxItems: CLAIM_NAMES.length }),
    approved: Type.Boolean(),
    step_up: Type.Boolean(),
    roster: Nullable(RosterAccess),
    settings: Settings,
  }),
);
export type AppDraft = Static<typeof AppDraft>;

/**
 * Creates an app, or changes the one of `id`. An icon is a picture of the platform (`icons/…`), or the address of a file
 * just uploaded for `app-icon`. Refused with 40900 when `revision` is not the current one. A new secret is in the
 * answer, this once.
 */
export const saveApp = declareCall({
  method: "POST",
  path: "/dt-platform/v1/app/app/save",
  who: { permission: "app.manage" },
  summary: "新建或更改一个应用",
  feature: "catalogue",
  once: true,
  input: AppDraft,
  answer: Type.Object({
    ...AppEntry.properties,
    secret: Type.Optional(Type.String({ description: "新的密钥，只在这里出现一次" })),
  }),
});

const RuleOutcome = Type.Object({ rule: Type.Enum(APP_RULES), passes: Type.Boolean() });

/** A line of the developers' table; schools, classes and exceptions are counted, not listed. */
const ListedApp = Type.Object({
  ...App.properties,
  ...managed,
  stage_ids: Type.Array(Id),
  grade_ids: Type.Array(Id),
  schools: Type.Integer(),
  classes: Type.Integer(),
  allowed: Type.Integer(),
  denied: Type.Integer(),
  switched_off: Type.Boolean({ description: "本人的学校关闭了它" }),
  settings: Type.Array(Type.String(), { description: "已填写的接入设置的名称" }),
  may_edit: Type.Boolean(),
  rules: Type.Array(RuleOutcome, { description: "本人此刻能不能看见，逐条说明" }),
});
export type ListedApp = Static<typeof ListedApp>;

/** Lists the apps of the platform and of the person's own districts, with why the person sees each or not (RT-15). */
export const listApps = declareCall({
  method: "GET",
  path: "/dt-platform/v1/admin/app/list",
  who: { permission: "debug" },
  summary: "全部应用，以及本人为什么看得见或看不见",
  feature: "catalogue",
  input: Type.Object({}),
  answer: Type.Object({ apps: Type.Array(ListedApp), categories: Type.Array(Category) }),
});

const Named = Type.Object({ id: Id, name: Type.String() });

/** Reads all of an app, for those who may change it; `names` are those of the schools, classes and (masked) people in it. */
export const readAppEntry = declareCall({
  method: "GET",
  path: "/dt-platform/v1/admin/app/detail",
  who: { permission: "app.manage" },
  summary: "一个应用的全部设置",
  feature: "catalogue",
  input: Type.Object({ id: Id }),
  answer: Type.Object({
    app: AppEntry,
    names: Type.Array(Named),
    handover: Type.Array(
      Type.Object({
        name: Type.String({ description: "是什么" }),
        value: Type.String({ description: "编号或地址" }),
      }),
      {
        description: "要交给应用开发方的编号和地址",
      },
    ),
  }),
});

/** Lists choices for an entry: districts, schools, the classes of one school, one person by account. */
export const readAppChoices = declareCall({
  method: "GET",
  path: "/dt-platform/v1/admin/app/choices",
  who: { permission: "app.manage" },
  summary: "填写应用时可选的分类、区域、学校、班级和人",
  feature: "catalogue",
  input: Type.Object({
    school_id: Type.Optional(Id),
    account: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
  }),
  answer: Type.Object({
    for_everyone: Type.Boolean({ description: "能否建立属于整个平台的应用" }),
    categories: Type.Array(Category),
    settings: Type.Array(SettingField, { description: "各种类的接入设置" }),
    districts: Type.Array(Named),
    schools: Type.Array(Named),
    classes: Type.Array(SchoolClass, { description: "school_id 的班级" }),
    groups: Type.Array(Named, { description: "管辖范围内的群组" }),
    person: Nullable(Named),
  }),
});

/**
 * Counts the people of a school or district, or of the caller's whole scope, who would see an app by a draft, and the
 * limits that keep the others from it. Names nobody.
 */
export const previewApp = declareCall({
  method: "POST",
  keepsNothing: true,
  path: "/dt-platform/v1/admin/app/preview",
  who: { permission: "app.manage" },
  summary: "预览多少人看得见一个应用；什么也不保存",
  feature: "catalogue",
  input: Type.Object({
    ...AppDraft.properties,
    school: Type.Optional(
      Type.String({ minLength: 1, maxLength: 64, description: "学校或区域，不给时为管辖的全部" }),
    ),
    client: Type.Optional(Type.Enum(["web", "pc", "mobile"])),
  }),
  answer: Type.Object({
    identities: Type.Array(
      Type.Object({
        identity: Type.Enum(IDENTITIES),
        people: Type.Integer(),
        seen: Type.Integer(),
        hidden: Type.Array(Type.Object({ rule: Type.Enum(APP_RULES), people: Type.Integer() }), {
          description: "看不见的人，按最先不符合的一条计数",
        }),
      }),
    ),
  }),
});
