import {
  GRADES,
  REFUSALS,
  type AnswerOf,
  type AppDraft,
  type AppEntry,
  type readAppChoices,
} from "#contract";
import { codeOf } from "../../../kit/refusal.ts";
import { momentOf, fieldOf } from "../../fields/field-moment.ts";
import { fieldFaults, type FieldFaults } from "../../fields/field-faults.ts";
import { CONDITIONS } from "./audience-text.ts";
import type { SettingsDraft } from "./settings.ts";

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
      ...CONDITIONS.flatMap(({ fields }): readonly string[] => fields),
      ...["shelf_state", "pilot_class_ids"],
    ],
  },
  { id: "access", name: "接入", fields: "launch url claims settings roster".split(" ") },
] as const;
export type StepId = (typeof STEPS)[number]["id"];
export const ALL_FIELDS: readonly string[] = STEPS.flatMap(({ fields }) => [...fields]);

/** Returns the first step with a fault, to open after a refused save. */
export function faultyStep(faults: Faults): StepId | undefined {
  return STEPS.find((step) => isFaulty(step, faults))?.id;
}

/** Returns whether a step has a field with a fault. */
export function isFaulty({ fields }: Pick<(typeof STEPS)[number], "fields">, faults: Faults) {
  return Object.keys(faults.fields).some((path) => fields.includes(path.split(".")[0] ?? ""));
}

/** Returns the fields of a draft in which what was typed is no moment. */
export function wrongDates(draft: AppDraft): ("open_at" | "close_at")[] {
  return (["open_at", "close_at"] as const).filter(
    (one) => draft[one] && momentOf(fieldOf(draft[one])) === undefined,
  );
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

/** Contents of the form: the draft, with the settings as they are filled in. */
export type Filled = Omit<AppDraft, "settings"> & { settings: SettingsDraft };

/** Names of the fields whose value says something by itself. */
const PLAIN = { name: "名称", description: "说明", url: "地址", filing_number: "备案号" };
/** Words for what somebody else has changed: fields without a name of their own by their step. */
export const WORDS = {
  names: {
    ...Object.fromEntries(
      STEPS.flatMap(({ name, fields }) => fields.map((field) => [field, `“${name}”里的内容`])),
    ),
    ...PLAIN,
  },
  plain: Object.keys(PLAIN),
  whole: "这个应用",
};
