import type { TSchema } from "typebox";

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type Plain = { [key: string]: Json };

/**
 * Returns the schema of a whole answer for fast-json-stringify. "Or null" and the types of enums are written in the
 * form that compiles to straight code; as unions, a validator would decide them on every answer.
 */
export function envelopeSchema(answer: TSchema): Plain {
  return {
    type: "object",
    required: ["code", "data", "msg"],
    properties: {
      code: { type: "integer" },
      data: plain(JSON.parse(JSON.stringify(answer)) as Json),
      msg: { type: "string" },
    },
  };
}

function plain(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(plain);
  if (typeof schema !== "object" || schema === null) return schema;
  const { anyOf, ...rest } = schema;
  if (Array.isArray(anyOf)) {
    const others = anyOf.filter((one) => !isNull(one));
    const [only] = others;
    if (others.length === 1 && others.length < anyOf.length && only !== undefined) {
      return { ...rest, ...(plain(only) as Plain), nullable: true };
    }
    return { ...rest, anyOf: anyOf.map(plain) };
  }
  const copy: Plain = {};
  for (const [key, value] of Object.entries(schema)) copy[key] = plain(value);
  const words = copy["enum"];
  if (copy["type"] === undefined && Array.isArray(words)) {
    if (words.every((word) => typeof word === "string")) copy["type"] = "string";
  }
  // a time that is already text must not be parsed and written again
  if (copy["type"] === "string") delete copy["format"];
  return copy;
}

function isNull(schema: Json): boolean {
  return (
    typeof schema === "object" &&
    schema !== null &&
    !Array.isArray(schema) &&
    schema["type"] === "null"
  );
}
