import { Type, type TSchema } from "typebox";
import { IDENTITIES } from "./role.ts";

/** Schema words that several features share. */
export const Id = Type.String({ minLength: 1, maxLength: 64 });
export const IdentitySchema = Type.Enum(IDENTITIES);
/** ISO 8601 with zone. */
export const Time = Type.String({ format: "date-time" });
export const Nothing = Type.Object({});

/**
 * Says in a schema of an answer what a page reads where another server leaves the field out, or sends a word that is not
 * known (RQ-08). Without it a text is empty, a number 0, a flag false; a list's entry whose word is not known is passed over.
 */
export function otherwise<T>(value: T): { "x-otherwise": T } {
  return { "x-otherwise": value };
}

export function Nullable<T extends TSchema>(schema: T) {
  return Type.Union([schema, Type.Null()]);
}
