import { FIELD_WORDS, FIELD_WORDS_OF } from "./field-words.ts";

type Json = Record<string, unknown>;

/** Returns a copy of a call's schema with a description for every field that has none, for the API page. */
export function described(call: string, schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map((one) => described(call, one));
  if (typeof schema !== "object" || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [
      key,
      key === "properties" ? fields(call, value) : described(call, value),
    ]),
  );
}

function fields(call: string, properties: Readonly<Record<string, object>>): Json {
  return Object.fromEntries(
    Object.entries(properties).map(([name, field]) => {
      const word = wordOf(call, name, field);
      const shown = described(call, field) as Json;
      return [name, word === undefined ? shown : { ...shown, description: word }];
    }),
  );
}

/** Returns the description for a field; undefined where the field, or its type when it is not null, has one. */
function wordOf(call: string, name: string, field: object): string | undefined {
  const { description, anyOf = [] } = field as { description?: string; anyOf?: object[] };
  if (description !== undefined || anyOf.some((one) => "description" in one)) return undefined;
  return FIELD_WORDS_OF[`${call}.${name}`] ?? FIELD_WORDS[name];
}
