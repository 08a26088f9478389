import { Type, type Static } from "typebox";
import { declareCall } from "./call.ts";
import { Nullable } from "./schema.ts";
import { OwnProof } from "./second-factor.ts";

/** The platform's branding: what sign-in, the bars and the installed page show of whose platform this is (AD-20). */

export const BRANDING_FIELDS = [
  "name",
  "owner",
  "welcome",
  "logo",
  "colour",
  "side_colour",
  "help_url",
  "feedback_url",
  "privacy_url",
  "icp",
  "police",
] as const;
export type BrandingField = (typeof BRANDING_FIELDS)[number];
/** Values by field; what is not set is absent. */
export type BrandingValues = Partial<Record<BrandingField, string>>;

export const BRANDING_FIELD_NAMES: Readonly<Record<BrandingField, string>> = {
  name: "名称",
  owner: "所属单位",
  welcome: "欢迎语",
  logo: "标志",
  colour: "主色",
  side_colour: "底色",
  help_url: "帮助的地址",
  feedback_url: "反馈的地址",
  privacy_url: "隐私说明的地址",
  icp: "ICP 备案号",
  police: "公安备案号",
};

const closed = { additionalProperties: false };
const Field = Type.Enum([...BRANDING_FIELDS], { description: "改的是哪一项" });
const VALUE_MAX = 300;
const one = (field: BrandingField) =>
  Type.Optional(Type.String({ description: BRANDING_FIELD_NAMES[field] }));
const Values = {
  name: one("name"),
  owner: one("owner"),
  welcome: one("welcome"),
  logo: one("logo"),
  colour: one("colour"),
  side_colour: one("side_colour"),
  help_url: one("help_url"),
  feedback_url: one("feedback_url"),
  privacy_url: one("privacy_url"),
  icp: one("icp"),
  police: one("police"),
} satisfies Record<BrandingField, unknown>;

export const readBranding = declareCall({
  method: "GET",
  path: "/dt-platform/v1/administration/branding",
  who: { right: "settings.write" },
  summary: "平台的名称、标志、颜色等",
  feature: "branding",
  input: Type.Object({}),
  answer: Type.Object({
    own: Type.Object(Values, { description: "在页面里设置的" }),
    defaults: Type.Object(Values, { description: "没有设置时用的" }),
  }),
});

const BrandingChange = Type.Object(
  {
    field: Field,
    before: Nullable(
      Type.String({ maxLength: VALUE_MAX, description: "改之前看到的，没有设置时为 null" }),
    ),
    after: Nullable(
      Type.String({ maxLength: VALUE_MAX, description: "要改成的，恢复默认时为 null" }),
    ),
  },
  closed,
);
export type BrandingChange = Static<typeof BrandingChange>;

/**
 * Sets fields, or takes them back to their defaults. With 40004 and `data.check` = `password` a fresh proof is wanted; with 40900
 * `data.conflicts` names the fields that somebody else has changed meanwhile, and to what.
 */
export const saveBranding = declareCall({
  method: "POST",
  path: "/dt-platform/v1/administration/branding/save",
  who: { right: "settings.write" },
  summary: "修改平台的名称、标志、颜色等",
  feature: "branding",
  input: Type.Object(
    {
      changes: Type.Array(BrandingChange, {
        minItems: 1,
        maxItems: BRANDING_FIELDS.length,
        description: "要改的各项",
      }),
      ...OwnProof.properties,
    },
    closed,
  ),
  answer: Type.Object({ own: Type.Object(Values) }),
});

/** A field that somebody else has changed meanwhile, in the refusal of a save. */
export interface BrandingConflict {
  field: BrandingField;
  /** Null: set back to the default. */
  theirs: string | null;
}
