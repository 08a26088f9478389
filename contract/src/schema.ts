import { Type, type TSchema } from "typebox";
import { IDENTITIES } from "./role.ts";

/** Schema words that several features share. */
export const Id = Type.String({ minLength: 1, maxLength: 64 });
export const IdentitySchema = Type.Enum(IDENTITIES);
/** ISO 8601 with zone. */
export const Time = Type.String({ format: "date-time" });
export const Nothing = Type.Object({});

export function Nullable<T extends TSchema>(schema: T) {
  return Type.Union([schema, Type.Null()]);
}
