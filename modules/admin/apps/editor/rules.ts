import {
  GRADES,
  REFUSALS,
  type AnswerOf,
  type AppDraft,
  type AppEntry,
  type readAppChoices,
} from "#contract";
import { codeOf } from "../../../kit/refusal.ts";
import { fieldFaults, type FieldFaults } from "../../shell/field-faults.ts";

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
  { id: "access", name: "接入", fields: "launch url claims settings roster".split(" ") },
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

/** Parses the settings as typed; undefined when they are not a JSON object. */
export function readSettings(text: string): Record<string, unknown> | undefined {
  if (text.trim() === "") return {};
  try {
    const read: unknown = JSON.parse(text);
    const isObject = typeof read === "object" && read !== null && !Array.isArray(read);
    return isObject ? (read as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
