import {
  FACE_FIELD_NAMES,
  FACE_FIELDS,
  type FaceChange,
  type FaceField,
  faceFault,
  type FaceValues,
} from "#contract";

/** The form's fields: empty where the default counts. */
export type Draft = Record<FaceField, string>;
export type Faults = Partial<Record<FaceField, string>>;

export function draftOf(own: FaceValues): Draft {
  return Object.fromEntries(FACE_FIELDS.map((field) => [field, own[field] ?? ""])) as Draft;
}

/** Returns what is to be saved: fields that differ from what was read. */
export function changesOf(own: FaceValues, draft: Draft): FaceChange[] {
  return FACE_FIELDS.flatMap((field) => {
    const before = own[field] ?? null;
    const after = draft[field].trim() === "" ? null : draft[field].trim();
    return before === after ? [] : [{ field, before, after }];
  });
}

/** Returns what is wrong with what would be saved, by field. */
export function faultsOf(changes: readonly FaceChange[]): Faults {
  const faults: Faults = {};
  for (const { field, after } of changes) {
    const fault = after === null ? undefined : faceFault(field, after);
    if (fault !== undefined) faults[field] = fault;
  }
  return faults;
}

/** Returns the names of fields: 名称、主色. */
export function fieldNames(fields: readonly FaceField[]): string {
  return fields.map((field) => FACE_FIELD_NAMES[field]).join("、");
}

/** Returns the face for the preview: the draft's valid values, else the defaults. */
export function shownFace(draft: Draft, defaults: FaceValues): FaceValues {
  const face: FaceValues = { ...defaults };
  for (const field of FACE_FIELDS) {
    const value = draft[field].trim();
    if (value !== "" && faceFault(field, value) === undefined) face[field] = value;
  }
  return face;
}
