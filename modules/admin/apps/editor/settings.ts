import type { AppDraft, SettingField } from "#contract";

type Fields = readonly SettingField[];

/** Settings as they are filled in: addresses line by line, and as JSON what has no field of its own. */
export interface SettingsDraft {
  values: Readonly<Record<string, string | boolean>>;
  rest: string;
}

/** Returns stored settings as they are filled in; `fields` are those that have a field of their own. */
export function settingsDraft(
  settings: Readonly<Record<string, unknown>>,
  fields: Fields,
): SettingsDraft {
  const isField = (name: string) => fields.some((field) => field.name === name);
  const entries = Object.entries(settings);
  const rest = entries.filter(([name]) => !isField(name));
  const values = entries.flatMap(([name, value]) => {
    if (!isField(name)) return [];
    return [[name, Array.isArray(value) ? value.join("\n") : (value as string | boolean)] as const];
  });
  return {
    values: Object.fromEntries(values),
    rest: rest.length === 0 ? "" : JSON.stringify(Object.fromEntries(rest), null, 2),
  };
}

/** Returns the settings of a kind; undefined where what is written as JSON is no object. */
export function settingsOf(
  launch: AppDraft["launch"],
  { values, rest }: SettingsDraft,
  all: Fields,
): Record<string, unknown> | undefined {
  const fields = all.filter((field) => field.launch === launch);
  if (fields.length === 0) return {};
  const others = readSettings(launch === "cas" ? "" : rest);
  if (others === undefined) return undefined;
  for (const { name, is } of fields) {
    const value = values[name] ?? "";
    if (typeof value === "boolean") {
      if (value) others[name] = true;
      continue;
    }
    const lines = value.split(/\s+/).filter((line) => line !== "");
    if (lines.length > 0) others[name] = is === "addresses" ? [...new Set(lines)] : value.trim();
  }
  return others;
}

/** Parses settings as typed; undefined when they are not a JSON object. */
function readSettings(text: string): Record<string, unknown> | undefined {
  if (text.trim() === "") return {};
  try {
    const read: unknown = JSON.parse(text);
    const isObject = typeof read === "object" && read !== null && !Array.isArray(read);
    return isObject ? (read as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
