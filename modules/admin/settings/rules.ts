import {
  BRANDING_FIELD_NAMES,
  BRANDING_FIELDS,
  type BrandingChange,
  type BrandingField,
  brandingFault,
  type BrandingValues,
} from "#contract";

/** The form's fields: empty where the default counts. */
export type Draft = Record<BrandingField, string>;
export type Faults = Partial<Record<BrandingField, string>>;

export function draftOf(own: BrandingValues): Draft {
  return Object.fromEntries(BRANDING_FIELDS.map((field) => [field, own[field] ?? ""])) as Draft;
}

/** Returns what is to be saved: fields that differ from what was read. */
export function changesOf(own: BrandingValues, draft: Draft): BrandingChange[] {
  return BRANDING_FIELDS.flatMap((field) => {
    const before = own[field] ?? null;
    const after = draft[field].trim() === "" ? null : draft[field].trim();
    return before === after ? [] : [{ field, before, after }];
  });
}

/** Returns what is wrong with what would be saved, by field. */
export function faultsOf(changes: readonly BrandingChange[]): Faults {
  const faults: Faults = {};
  for (const { field, after } of changes) {
    const fault = after === null ? undefined : brandingFault(field, after);
    if (fault !== undefined) faults[field] = fault;
  }
  return faults;
}

/** Returns the names of fields: 名称、主色. */
export function fieldNames(fields: readonly BrandingField[]): string {
  return fields.map((field) => BRANDING_FIELD_NAMES[field]).join("、");
}

/** Returns the branding for the preview: the draft's valid values, else the defaults. */
export function previewedBranding(draft: Draft, defaults: BrandingValues): BrandingValues {
  const branding: BrandingValues = { ...defaults };
  for (const field of BRANDING_FIELDS) {
    const value = draft[field].trim();
    if (value !== "" && brandingFault(field, value) === undefined) branding[field] = value;
  }
  return branding;
}
