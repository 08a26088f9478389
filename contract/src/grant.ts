import { Type, type Static } from "typebox";
import { HeldRights, PLACE, PlaceKindSchema, RightSchema } from "./administration.ts";
import { declareCall } from "./call.ts";
import { BUNDLES, RIGHTS } from "./right.ts";
import { Id, Nothing, Time } from "./schema.ts";
import { OwnProof } from "./second-factor.ts";

/** Bundles of rights and the giving of them (GR-01, GR-02). */

export const GrantBundle = Type.Object({
  id: Id,
  name: Type.String(),
  sentence: Type.String(),
  rights: Type.Array(RightSchema),
  place_kinds: Type.Array(PlaceKindSchema),
  is_own: Type.Boolean({ description: "本区域或本校自定的" }),
});
export type GrantBundle = Static<typeof GrantBundle>;

export const readBundles = declareCall({
  method: "GET",
  path: "/dt-platform/v1/administration/bundles",
  who: { right: "grant.give" },
  summary: "可以授予的权限组",
  feature: "administration",
  input: Nothing,
  answer: Type.Object({
    bundles: Type.Array(GrantBundle),
    rights: Type.Array(RightSchema, { description: "可以单独授予的权限" }),
  }),
});

/** Creates a bundle. Its rights cannot be changed later: it is retired, and another one made. */
export const makeBundle = declareCall({
  method: "POST",
  path: "/dt-platform/v1/administration/bundle/make",
  who: { right: "grant.give" },
  summary: "新建一个权限组",
  feature: "administration",
  once: true,
  input: Type.Object(
    {
      school_id: Id,
      name: Type.String({ minLength: 1, maxLength: 20 }),
      sentence: Type.String({ maxLength: 100 }),
      rights: Type.Array(RightSchema, { minItems: 1, maxItems: RIGHTS.length }),
    },
    { additionalProperties: false },
  ),
  answer: GrantBundle,
});

export const retireBundle = declareCall({
  method: "POST",
  path: "/dt-platform/v1/administration/bundle/retire",
  who: { right: "grant.give" },
  summary: "停用一个权限组；已授予的不受影响",
  feature: "administration",
  input: Type.Object({ bundle_id: Id }, { additionalProperties: false }),
  answer: Nothing,
});

/** Grants rights. Refused with 40005 and the reason where a right, the place or the time exceeds the giver's own (GR-03). */
export const giveGrant = declareCall({
  method: "POST",
  path: "/dt-platform/v1/administration/grant/give",
  who: { right: "grant.give" },
  summary: "授予权限",
  feature: "administration",
  once: true,
  input: Type.Object(
    {
      user_id: Id,
      bundle_id: Type.Optional(Id),
      right: Type.Optional(RightSchema),
      place: Type.Object(PLACE, { additionalProperties: false }),
      until: Type.Optional(Time),
      ...OwnProof.properties,
    },
    { additionalProperties: false },
  ),
  answer: HeldRights,
});

export const endGrant = declareCall({
  method: "POST",
  path: "/dt-platform/v1/administration/grant/end",
  who: { right: "grant.give" },
  summary: "收回权限",
  feature: "administration",
  input: Type.Object(
    {
      grant_id: Id,
      why: Type.Optional(Type.String({ maxLength: 200 })),
      ...OwnProof.properties,
    },
    { additionalProperties: false },
  ),
  answer: Nothing,
});

/** The bundles that every platform has, as the page offers them. */
export const COMMON_BUNDLES: readonly GrantBundle[] = Object.entries(BUNDLES).map(
  ([id, { name, sentence, rights, places }]) => ({
    ...{ id, name, sentence, is_own: false },
    rights: [...rights],
    place_kinds: [...places],
  }),
);
