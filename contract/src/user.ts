import { Type, type Static } from "typebox";
import { declareCall } from "./call.ts";
import { NAME_MAX_LENGTH } from "./name.ts";
import { Id, IdentitySchema, NewPassword, Nothing, Nullable, otherwise } from "./schema.ts";
import { School, SchoolClass } from "./school.ts";

export const THEMES = ["color", "monochrome"] as const;
export const ThemeSchema = Type.Enum(THEMES);
export type Theme = Static<typeof ThemeSchema>;

/** The look of the page: as the system has it, light or dark (HO-07). */
export const APPEARANCES = ["system", "light", "dark"] as const;
export type Appearance = (typeof APPEARANCES)[number];

/** The `media` of the sheet with the dark values, by the look that was chosen; empty where the system's counts. */
export const DIM_MEDIA = { system: "", light: "not all", dark: "all" } as const;

/** Standard letters, or letters of 1.4 times their size (HO-07). */
export const TEXT_SIZES = ["standard", "large"] as const;
export type TextSize = (typeof TEXT_SIZES)[number];

/** The minutes between two eye breaks (EY-01). */
export const EYE_INTERVAL_MINUTES = 30;

export const EyeProtection = Type.Object({
  mode: Type.Boolean({ description: "是否开启护眼提醒" }),
  interval: Type.Integer({ minimum: 5, maximum: 120, description: "间隔，分钟" }),
});
export type EyeProtection = Static<typeof EyeProtection>;

/** A person's preferences. `view` is always `icon` (AP-01). */
export const Setting = Type.Object({
  theme: Type.Enum(THEMES, otherwise("color")),
  view: Type.Literal("icon", otherwise("icon")),
  /** Missing where a server keeps no looks: then the browser does. */
  appearance: Type.Optional(Type.Enum(APPEARANCES)),
  text_size: Type.Optional(Type.Enum(TEXT_SIZES)),
  eye_protection: Type.Object({
    mode: Type.Boolean({ ...EyeProtection.properties.mode, ...otherwise(true) }),
    interval: Type.Integer({
      ...EyeProtection.properties.interval,
      ...otherwise(EYE_INTERVAL_MINUTES),
    }),
    fixed: Type.Optional(Type.Literal(true, { description: "由家长设定，本人不能修改（ID-10）" })),
  }),
});
export type Setting = Static<typeof Setting>;

const Child = Type.Object({
  id: Id,
  name: Type.String(),
  avatar: Nullable(Type.String()),
  school: Nullable(Type.Object({ id: Id, name: Type.String() })),
  classes: Type.Array(SchoolClass),
});

const Guardian = Type.Object({
  id: Id,
  name: Type.String(),
  relation: Type.String(),
  mobile: Nullable(Type.String({ description: "打码，如 138****0000" })),
});

const Teaching = Type.Object({
  class_id: Id,
  class_name: Type.String(),
  subject_id: Type.String(),
  subject_name: Type.String(),
});

/**
 * A person under one identity. Every field is optional on the wire because `fields` limits the answer; `identity` and
 * `school` are null for a person without any membership.
 */
export const User = Type.Partial(
  Type.Object({
    id: Id,
    name: Type.String(),
    avatar: Nullable(Type.String()),
    mobile: Nullable(
      Type.String({ description: "默认打码；在 fields 中写明 mobile 时为本人完整号码" }),
    ),
    email: Nullable(
      Type.String({ description: "默认打码；在 fields 中写明 email 时为本人完整地址" }),
    ),
    gender: Nullable(Type.Enum(["male", "female"])),
    account: Type.String(),
    roles: Type.Array(Type.String(), { description: "当前身份，任班主任时另有 head-teacher" }),
    identity: Nullable(IdentitySchema),
    identities: Type.Array(Type.Object({ id: Id, type: IdentitySchema })),
    setting: Setting,
    app_ids: Type.Array(Id, { description: "当前身份的快捷应用，有序" }),
    school: Nullable(School),
    schools: Type.Array(School),
    classes: Type.Array(SchoolClass),
    subjects: Type.Array(Type.Object({ id: Type.String(), name: Type.String() })),
    charge_classes: Type.Array(SchoolClass),
    parents: Type.Array(Guardian),
    children: Type.Array(Child),
    admission_time: Nullable(Type.String({ format: "date" })),
    teaching_info: Type.Array(Teaching),
  }),
);
export type User = Static<typeof User>;

export const USER_FIELDS = Object.keys(User.properties) as (keyof User)[];
/** Fields that are given only if `fields` names them. */
export const USER_FIELDS_ON_REQUEST: readonly (keyof User)[] = [
  "parents",
  "children",
  "teaching_info",
];

/**
 * Fields of the person that the page asks for, for itself and its modules (ID-01). Neither mobile nor e-mail, which are
 * not masked when named.
 */
export const PAGE_USER_FIELDS =
  "id,name,avatar,roles,identity,identities,setting,app_ids,school,schools,classes,subjects,charge_classes,children";

export const readUserDetail = declareCall({
  method: "GET",
  path: "/dt-platform/v1/user/user/detail",
  who: "self",
  summary: "读取本人在某个身份下的资料",
  feature: "user",
  input: Type.Object({
    fields: Type.Optional(Type.String({ maxLength: 500, description: "以逗号分隔的字段名" })),
    identity: Type.Optional(
      Type.Union([IdentitySchema, Type.Literal("all")], {
        description: "all：schools 列出全部身份的学校",
      }),
    ),
  }),
  answer: User,
  anyServer: true,
});

const Contact = Type.Object({
  shown: Nullable(Type.String({ description: "打码，如 138****0000；没有时为空" })),
  verified: Type.Boolean({ description: "发到那里的验证码，本人用过" }),
});

/** Reads the caller's mobile number and e-mail address, and whether each is verified (ID-09). */
export const readContacts = declareCall({
  method: "GET",
  path: "/dt-platform/v1/user/user/contacts",
  who: "self",
  summary: "本人的手机号和邮箱，以及是否验证过",
  feature: "user",
  input: Nothing,
  answer: Type.Object({ mobile: Contact, email: Contact }),
});

const MOBILE_PATTERN = "^(1[3-9]\\d{9})?$";
/** Matches an e-mail address; the domain has a dot inside. Backtracking is linear, however long the text (`patterns.test.ts`). */
const EMAIL_PATTERN = "^([^\\s@]+@[^\\s@][^\\s@.]*\\.[^\\s@]+)?$";

/**
 * Changes the caller's data. `identity` makes that identity the current one; `school_id` the current school under it
 * (ID-02, ID-08). Changing `mobile`, `email` or `password` needs `old_password` or `code` as a proof; a new password
 * ends every other session and every remembered device (ID-09). A code to a new contact is enough for a session that has
 * seen the person's password or a code in the last five minutes; later `old_password` is demanded as well.
 */
export const editUser = declareCall({
  method: "POST",
  path: "/dt-platform/v1/user/user/edit",
  who: "self",
  summary: "修改本人资料，或切换当前身份、学校",
  feature: "user",
  input: Type.Object(
    {
      name: Type.Optional(Type.String({ minLength: 1, maxLength: NAME_MAX_LENGTH })),
      gender: Type.Optional(Type.Enum(["male", "female"])),
      avatar: Type.Optional(
        Type.String({ maxLength: 100, description: "本人刚上传的头像的 url，空为删去" }),
      ),
      mobile: Type.Optional(
        Type.String({ pattern: MOBILE_PATTERN, description: "11 位手机号，空为删去" }),
      ),
      email: Type.Optional(
        Type.String({ pattern: EMAIL_PATTERN, maxLength: 100, description: "邮箱，空为删去" }),
      ),
      password: Type.Optional(NewPassword),
      old_password: Type.Optional(Type.String({ minLength: 1, maxLength: 128 })),
      code: Type.Optional(
        Type.String({
          pattern: "^\\d{6}$",
          description:
            "发到新手机号或新邮箱的验证码（use 为 bind）；改密码时为发到现有手机号或邮箱的（use 为 reset）",
        }),
      ),
      identity: Type.Optional(IdentitySchema),
      school_id: Type.Optional(Id),
    },
    { additionalProperties: false },
  ),
  answer: User,
  anyServer: true,
  echoes: true,
});

export const saveSetting = declareCall({
  method: "POST",
  path: "/dt-platform/v1/user/setting",
  who: "self",
  summary: "保存主题、外观与护眼设置",
  feature: "user",
  input: Type.Object(
    {
      theme: Type.Optional(ThemeSchema),
      appearance: Type.Optional(Type.Enum(APPEARANCES)),
      text_size: Type.Optional(Type.Enum(TEXT_SIZES)),
      view: Type.Optional(Type.String({ maxLength: 20, description: "总是按 icon 处理" })),
      eye_protection: Type.Optional(Type.Partial(EyeProtection)),
    },
    { additionalProperties: false },
  ),
  answer: Setting,
  anyServer: true,
  echoes: true,
});
