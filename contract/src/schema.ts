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
