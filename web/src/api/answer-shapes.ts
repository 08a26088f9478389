import { CALLS, type Call } from "#contract";
import type { Shape } from "./read-as.ts";

/** How the answer of a call is read. */
export interface Reading {
  shape: Shape;
  /** No data is an answer, too. */
  isNullable: boolean;
  /** Fields that the answer leaves out are as they were sent. */
  echoes: boolean;
}

/** The words of a schema that say how an answer is read. */
interface Schema {
  type?: string;
  anyOf?: Schema[];
  enum?: Shape[];
  const?: Shape;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  "x-otherwise"?: Shape;
}

/** By path, how each call is read that another server may answer. The build works this out: the page gets the result. */
export const READINGS: Readonly<Record<string, Reading>> = Object.fromEntries(
  Object.values<Call>(CALLS)
    .filter(({ anyServer }) => anyServer === true)
    .map(({ path, answer, echoes = false }) => [path, { ...shapeOf(answer), echoes }]),
);

function shapeOf(schema: Schema): Omit<Reading, "echoes"> {
  if (schema.anyOf === undefined) return { shape: plainShape(schema), isNullable: false };
  const [only, ...others] = schema.anyOf.filter(({ type }) => type !== "null");
  if (only === undefined || others.length > 0 || schema.anyOf.length !== 2) {
    throw new Error("What any server may answer is of one kind, or null");
  }
  return { shape: plainShape(only), isNullable: true };
}

function plainShape(schema: Schema): Shape {
  const { type, items, properties, required = [], "x-otherwise": otherwise } = schema;
  const words = schema.enum ?? (schema.const === undefined ? undefined : [schema.const]);
  if (words !== undefined) return [otherwise ?? null, ...words];
  if (items !== undefined) return [shapeOf(items).shape];
  if (properties !== undefined) {
    const fields = Object.entries(properties).map(([name, property]) => {
      const { shape, isNullable } = shapeOf(property);
      const mark = isNullable ? "!" : "";
      return [required.includes(name) ? name + mark : `${name}?`, shape] as const;
    });
    return Object.fromEntries(fields);
  }
  if (type === "string") return otherwise ?? "";
  if (type === "boolean") return otherwise ?? false;
  if (type === "integer" || type === "number") return otherwise ?? 0;
  return null;
}
