import { CALLS, type Call } from "#contract";
import type { Shape } from "./read-as.ts";

/** The expected shape of a call's answer, and what the page fills in where another server leaves something out. */
export interface Reading {
  shape: Shape;
  /** `null` is a valid answer. */
  isNullable: boolean;
  /** Fields missing from the answer are taken from the request. */
  echoes: boolean;
}

/** The JSON Schema keywords that decide the shape. */
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

/** The reading of each call that another server may answer, by path. Computed by the build: the page gets the result. */
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
