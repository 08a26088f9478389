import {
  AUDIENCE_LISTS,
  GRADES,
  REFUSALS,
  type AnswerOf,
  type AppDraft,
  type AppEntry,
  type AudienceList,
  type readAppChoices,
} from "#contract";
import { codeOf } from "../../../kit/refusal.ts";
import { fieldFaults, type FieldFaults } from "../../shell/field-faults.ts";
import { SETTING_PATHS, type SettingsDraft } from "./settings.ts";

export type Choices = AnswerOf<typeof readAppChoices>;

/** The editor's steps in their order, with the fields of each. */
export const STEPS = [
  {
    id: "basic",
    name: "基本",
    fields: [
      ..."name category_id description aliases filing_number icon icon_mono badge sort".split(" "),
      "district_id",
    ],
  },
  {
    id: "audience",
    name: "谁能看见",
    fields: [
      ..."roles clients stage_ids grade_ids school_ids class_ids open_at close_at".split(" "),
      ..."shelf_state pilot_class_ids".split(" "),
      ...["allow", "deny"].flatMap((side) =>
        ["user_ids", "school_ids", "class_ids", "group_ids", "identities"].map(
          (list) => `${side}_${list}`,
        ),
      ),
    ],
  },
  {
    id: "access",
    name: "接入",
    fields: [..."launch url claims settings roster".split(" "), ...SETTING_PATHS],
  },
] as const;
export type StepId = (typeof STEPS)[number]["id"];
export const ALL_FIELDS: readonly string[] = STEPS.flatMap(({ fields }) => [...fields]);

/** Returns the first step with a fault, to open after a refused save. */
export function faultyStep({ fields }: Faults): StepId | undefined {
  return STEPS.find((step) => step.fields.some((field) => field in fields))?.id;
}

/** The meaning of the ticked grades: those that see an app, or those that do not. */
export type GradesSide = "only" | "except";

/** Returns the grades that see an app; none means no limit. */
export function gradesOf(side: GradesSide, ticked: readonly string[]): string[] {
  const others = GRADES.flatMap(({ id }) => (ticked.includes(id) ? [] : id));
  // nobody is left out: that is no limit
  return side === "only" ? [...ticked] : others.length === GRADES.length ? [] : others;
}

export interface Faults extends FieldFaults {
  /** True when somebody else has changed the app meanwhile. */
  isStale?: boolean;
}

/** Returns the faults of a refused save by field; `text` says the whole of it. */
export function faultsOf(error: unknown, text: string, known: readonly string[]): Faults {
  if (codeOf(error) === REFUSALS.conflict.code) {
    return { fields: {}, form: "这个应用刚刚被别人改过。", isStale: true };
  }
  return fieldFaults(error, text, known);
}

/** The draft of a new app. */
export const NEW_APP: AppDraft = {
  name: "",
  launch: "link",
  url: "",
  opens_in: "tab",
  shelf_state: "asked",
};

/** Returns the draft of an existing app: all that the form shows. */
export function draftOf({
  updated_at: _,
  has_secret: _s,
  pinyin: _p,
  ...entry
}: AppEntry): AppDraft {
  return entry;
}

/** What the form holds: the draft, with the settings as they are filled in. */
export type Filled = Omit<AppDraft, "settings"> & { settings: SettingsDraft };

/** Names of the fields as the form shows them. */
export const FIELD_NAMES: Readonly<Record<string, string>> = {
  ...{ name: "名称", category_id: "分类", description: "说明", aliases: "别名" },
  ...{ filing_number: "备案号", icon: "图标", badge: "角标", sort: "次序" },
  ...{ district_id: "所属区域", display_status: "是否在首页显示", shelf_state: "上架状态" },
  ...{ roles: "身份", clients: "客户端", stage_ids: "学段", grade_ids: "年级" },
  ...{ school_ids: "学校", class_ids: "班级", pilot_class_ids: "试用的班级" },
  ...{ open_at: "开放时间", close_at: "关闭时间", launch: "种类", url: "地址" },
  ...{ opens_in: "打开方式", claims: "告知应用的内容", approved: "登录时是否询问" },
  ...{ step_up: "是否再次验证密码", roster: "读取名册", settings: "接入设置" },
  ...Object.fromEntries(AUDIENCE_LISTS.map((list) => [list, listName(list)])),
};
/** Fields whose value says something by itself. */
export const PLAIN_FIELDS = ["name", "description", "url", "filing_number"];

function listName(list: AudienceList): string {
  return list.startsWith("allow_") ? "允许名单" : "拒绝名单";
}
