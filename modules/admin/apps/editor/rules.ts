import {
  REFUSALS,
  type AnswerOf,
  type AppDraft,
  type AppEntry,
  type readAppChoices,
} from "#contract";

export type Choices = AnswerOf<typeof readAppChoices>;

/** Steps of the editor, in their order, and the fields that each shows. */
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
        ["user_ids", "school_ids", "class_ids", "identities"].map((list) => `${side}_${list}`),
      ),
    ],
  },
  { id: "access", name: "接入", fields: "launch url claims settings".split(" ") },
] as const;
export type StepId = (typeof STEPS)[number]["id"];
export const ALL_FIELDS: readonly string[] = STEPS.flatMap(({ fields }) => [...fields]);

/** The first step with a fault, to be shown after a refused save. */
export function faultyStep({ fields }: Faults): StepId | undefined {
  return STEPS.find((step) => step.fields.some((field) => field in fields))?.id;
}

/** Pictures that were put stand at an address of their own, those of the platform below its base. */
export function iconAt(base: string, icon: string): string {
  return icon.startsWith("/") ? icon : base + icon;
}

/** For `<input type="datetime-local">`, in the clock of this machine. */
export function localInput(iso: string | null): string {
  if (iso === null || iso === "") return "";
  const at = new Date(iso);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

export function fromLocalInput(text: string): string {
  return text === "" ? "" : new Date(text).toISOString();
}

export interface Faults {
  /** Faults by the field's name. */
  fields: Readonly<Record<string, string>>;
  /** Fault of the whole form. */
  form?: string;
  /** Somebody else has changed the app meanwhile. */
  isStale?: boolean;
}

/** Returns the faults of a refused save by field; `text` says the whole of it. */
export function faultsOf(error: unknown, text: string, known: readonly string[]): Faults {
  const { code, data } = error as { code?: unknown; data?: unknown };
  if (code === REFUSALS.conflict.code) {
    return { fields: {}, form: "这个应用刚刚被别人改过。", isStale: true };
  }
  const { errors } = (data ?? {}) as { errors?: { path: string; message: string }[] };
  if (!Array.isArray(errors) || errors.length === 0) return { fields: {}, form: text };
  const fields: Record<string, string> = {};
  const rest: string[] = [];
  for (const { path, message } of errors) {
    const field = path.split(/[./]/)[0] ?? "";
    if (known.includes(field)) fields[field] = message;
    else rest.push(message);
  }
  return { fields, form: ["请检查标出的内容。", ...rest].join("") };
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

/** The settings as they are typed; undefined when that is no JSON object. */
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
