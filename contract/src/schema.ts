import { Type, type TSchema } from "typebox";
import { IDENTITIES } from "./role.ts";

/** Schema types that several features share. */
export const Id = Type.String({ minLength: 1, maxLength: 64 });
export const IdentitySchema = Type.Enum(IDENTITIES);
/** ISO 8601 with zone. */
export const Time = Type.String({ format: "date-time" });
export const Nothing = Type.Object({});

/**
 * Marks in an answer's schema the value that a page takes where another server leaves the field out, or sends an unknown
 * word (RQ-08). Without it a text is empty, a number 0, a flag false; a list's entry with an unknown word is left out.
 */
export function otherwise<T>(value: T): { "x-otherwise": T } {
  return { "x-otherwise": value };
}

export function Nullable<T extends TSchema>(schema: T) {
  return Type.Union([schema, Type.Null()]);
}

/** The cursor of a list that is read page by page: `next` of the page before, at most so long; missing for the first page. */
export function After(maxLength: number) {
  return Type.Optional(
    Type.String({ maxLength, description: "上一页的 next，原样带回；第一页不写" }),
  );
}

/** The cursor for the page after this one; null at the end of the list. */
export const Next = Nullable(Type.String({ description: "取下一页时写在 after；没有更多时为空" }));

/** A limit of a list to one school or district of the caller's scope. */
export const Within = Type.Optional(
  Type.String({ minLength: 1, maxLength: 64, description: "只看这所学校或区域" }),
);
