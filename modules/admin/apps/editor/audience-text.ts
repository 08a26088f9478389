import {
  CLIENT_NAMES,
  GRADE_NAMES,
  GRADES,
  leftOutOf,
  ROLE_NAMES,
  STAGES,
  type AppDraft,
  type ShelfState,
} from "#contract";
import { fieldOf } from "../../fields/field-moment.ts";

type Names = ReadonlyMap<string, string>;

/** The conditions of an audience, in the order in which they are shown. */
export const CONDITIONS = [
  { id: "roles", name: "身份", fields: ["roles"] },
  { id: "schools", name: "学校", fields: ["school_ids"] },
  { id: "grades", name: "年级", fields: ["stage_ids", "grade_ids"] },
  { id: "classes", name: "班级", fields: ["class_ids"] },
  { id: "dates", name: "开放时间", fields: ["open_at", "close_at"] },
  { id: "clients", name: "客户端", fields: ["clients"] },
  { id: "allow", name: "允许名单", fields: listsOf("allow") },
  { id: "deny", name: "拒绝名单", fields: listsOf("deny") },
] as const;
export type Condition = (typeof CONDITIONS)[number]["id"];

function listsOf(side: "allow" | "deny") {
  return (["identities", "school_ids", "class_ids", "group_ids", "user_ids"] as const).map(
    (list) => `${side}_${list}` as const,
  );
}

/** Names so many of a list; of a longer one the first two. */
const NAMED = 3;

function some(ids: readonly string[] = [], nameOf: (id: string) => string, unit: string): string {
  if (ids.length <= NAMED) return ids.map(nameOf).join("、");
  return `${ids
    .slice(0, NAMED - 1)
    .map(nameOf)
    .join("、")}等 ${ids.length} ${unit}`;
}

const STAGE_NAMES: Readonly<Record<string, string>> = Object.fromEntries(
  STAGES.map(({ id, name }) => [id, name]),
);

const listed = (ids: readonly string[] = [], names: Readonly<Record<string, string>>) =>
  ids.map((id) => names[id] ?? id).join("、");

/** Returns each condition in words, an empty text for one that limits nothing. */
export function audienceWords(draft: AppDraft, names: Names): Readonly<Record<Condition, string>> {
  const nameOf = (id: string) =>
    names.get(id) ?? (ROLE_NAMES as Readonly<Record<string, string>>)[id] ?? id;
  const { grade_ids = [], open_at, close_at } = draft;
  const out = leftOutOf(GRADES, grade_ids);
  const grades =
    out === undefined ? listed(grade_ids, GRADE_NAMES) : `${listed(out, GRADE_NAMES)}以外的年级`;
  const moment = (at: string) => fieldOf(at).replace("T", " ");
  const list = (side: "allow" | "deny") =>
    some(
      listsOf(side).flatMap((one) => draft[one] ?? []),
      nameOf,
      "项",
    );
  return {
    roles: listed(draft.roles, ROLE_NAMES),
    schools: some(draft.school_ids, nameOf, "所学校"),
    grades: [listed(draft.stage_ids, STAGE_NAMES), grades].filter(Boolean).join("的"),
    classes: some(draft.class_ids, nameOf, "个班级"),
    dates: [open_at ? `${moment(open_at)} 起` : "", close_at ? `${moment(close_at)} 止` : ""]
      .filter(Boolean)
      .join("，"),
    clients: listed(draft.clients, CLIENT_NAMES),
    allow: list("allow"),
    deny: list("deny"),
  };
}

/** Says in a sentence or two who sees the app by a draft; `from` is the state that is saved, undefined for a new app (AD-19). */
export function audienceText(draft: AppDraft, names: Names, from?: ShelfState): string {
  const words = audienceWords(draft, names);
  const { shelf_state = "shelf", pilot_class_ids = [] } = draft;
  const where = [words.schools, words.grades, words.classes].filter(Boolean).join("，");
  return [
    shelf_state === "shelf"
      ? ""
      : [
          from === undefined || from === shelf_state ? "现在" : "保存以后",
          shelf_state === "piloted" && pilot_class_ids.length > 0
            ? `只有试用的 ${pilot_class_ids.length} 个班级看得见`
            : "谁也看不见",
          "。上架以后，",
        ].join(""),
    where === "" ? "" : `${where}的`,
    `${words.roles || "所有人"}${words.clients && `在${words.clients}里`}看得见`,
    words.dates && `（${words.dates}）`,
    words.allow && `，但只限${words.allow}`,
    words.deny && `，${words.deny}除外`,
    "。",
  ].join("");
}
