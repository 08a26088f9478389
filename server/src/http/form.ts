import type { TSchema } from "typebox";
import type { FastifyInstance } from "fastify";
import { Refusal } from "./refusal.ts";

/**
 * Converts the texts of a query or form into the types of the schema's own properties; a text that does not fit stays,
 * and is refused later.
 */
export type ReadFlat = (given: Record<string, unknown>) => Record<string, unknown>;

type Convert = (value: unknown) => unknown;

/** Field names that could reach an object's prototype; no form needs them. */
const POLLUTING = new Set(["__proto__", "constructor", "prototype"]);

/** The most fields of an input; no call has a tenth of that. */
const MAX_FIELDS = 500;

interface PlainSchema {
  type?: string;
  items?: PlainSchema;
  properties?: Record<string, PlainSchema>;
}

/**
 * Returns a reader of one call's flat input (contract.md; RQ-04): `a=1&a=2` and `a[]=1` as an array, `a=` as an empty
 * one, numbers and booleans, and JSON where the schema has an object or array.
 * `onlyDeclared` drops fields that the schema does not name: a query also carries `t` and `jwt`.
 */
export function readFlat(schema: TSchema, onlyDeclared: boolean): ReadFlat {
  const converts = new Map(
    Object.entries((schema as PlainSchema).properties ?? {}).map(([name, property]) => [
      name,
      converter(property),
    ]),
  );
  return (given) => {
    const read: Record<string, unknown> = {};
    const keys = Object.keys(given);
    if (keys.length > MAX_FIELDS) throw new UnreadableInputError("too many fields");
    for (const key of keys) {
      const name = key.endsWith("[]") ? key.slice(0, -2) : key;
      if (POLLUTING.has(name)) throw new UnreadableInputError(name);
      const convert = converts.get(name);
      if (convert !== undefined) read[name] = convert(given[key]);
      else if (!onlyDeclared) read[name] = given[key];
    }
    return read;
  };
}

export class UnreadableInputError extends Error {
  override readonly name = "UnreadableInputError";
  readonly statusCode = 400;
}

function converter(schema: PlainSchema): Convert {
  if (schema.type === "array") {
    const item = converter(schema.items ?? {});
    return (value) => {
      // a form has no other way to say that a list is empty
      if (value === "") return [];
      const read = fromJson(value);
      if (Array.isArray(read)) return read.map(item);
      return [item(schema.items?.type === "object" ? read : value)];
    };
  }
  if (schema.type === "object") return fromJson;
  if (schema.type === "integer" || schema.type === "number") return toNumber;
  if (schema.type === "boolean") return toBoolean;
  return (value) => value;
}

/**
 * Parses JSON; any other text stays as it is. Throws `UnreadableInputError` for polluting names and for too deep
 * nesting.
 */
function fromJson(value: unknown): unknown {
  if (typeof value !== "string" || !/^\s*[[{]/.test(value)) return value;
  let read: unknown;
  try {
    read = JSON.parse(value);
  } catch {
    return value;
  }
  if (isDeeperThan(read, DEEPEST)) throw new UnreadableInputError("too deep");
  const polluting = fieldNames(read).find((name) => POLLUTING.has(name));
  if (polluting !== undefined) throw new UnreadableInputError(polluting);
  return withoutHalves(value, read);
}

function toNumber(value: unknown): unknown {
  return typeof value === "string" && /^-?\d{1,15}(\.\d{1,15})?$/.test(value)
    ? Number(value)
    : value;
}

function toBoolean(value: unknown): unknown {
  if (value === "true" || value === "1") return true;
  if (value === "false" || value === "0") return false;
  return value;
}

/**
 * The deepest nesting of an input; no call needs more, and deeper ones could exhaust the stack of code that walks them.
 */
const DEEPEST = 16;

/** Returns whether a body nests deeper than `deepest`; goes level by level, so that depth costs no stack. */
function isDeeperThan(body: unknown, deepest: number): boolean {
  let level = [body];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > deepest) return true;
    level = level.flatMap(children).filter((value) => typeof value === "object" && value !== null);
  }
  return false;
}

/** Returns every field name at any depth. Recursive: only for a body that `isDeeperThan` has let pass. */
function fieldNames(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(fieldNames);
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, field]) => [name, ...fieldNames(field)]);
}

/** Matches what in JSON can be half of a character, as a field's limit leaves of one beyond the first plane. */
const HALF = /\\ud[89a-f]/i;

/** Returns what a JSON text was read as, with U+FFFD for half a character: no JSON of a database can hold one. */
function withoutHalves(text: string, read: unknown): unknown {
  return HALF.test(text) ? wellFormed(read) : read;
}

/** Recursive, as `fieldNames` is. */
function wellFormed(value: unknown): unknown {
  if (typeof value === "string") return value.toWellFormed();
  if (Array.isArray(value)) return value.map(wellFormed);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name.toWellFormed(), wellFormed(field)]),
  );
}

function children(value: unknown): unknown[] {
  return typeof value === "object" && value !== null ? Object.values(value) : [];
}

/**
 * Parses JSON bodies: an empty one is no input; polluting names and too deep nesting are refused, half a character is U+FFFD.
 */
export function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("error", "error");
  app.removeContentTypeParser("application/json");
  app.addContentTypeParser<string>(
    "application/json",
    { parseAs: "string" },
    (request, text, done) => {
      if (text === "") {
        done(null, {});
        return;
      }
      // answers through its callback
      void parse(request, text, (error, body: unknown) => {
        if (error === null && isDeeperThan(body, DEEPEST)) {
          const errors = [{ path: "", message: `嵌套不能超过 ${DEEPEST} 层` }];
          done(new Refusal("badInput", { data: { errors } }));
          return;
        }
        done(error, error === null ? withoutHalves(text, body) : body);
      });
    },
  );
}

/** The part of the schema library that is needed to change a format. */
interface Validator {
  formats: Readonly<Record<string, unknown>>;
  addFormat(name: string, format: { type: "string"; validate: (text: string) => boolean }): unknown;
}

/** The year before the first: a Date counts it, and no calendar has it. */
const NO_YEAR = /^0000/;

/**
 * Makes the formats `date` and `date-time` refuse what they allow and a Date or a database cannot read: the year 0, a leap
 * second (`23:59:60`), an offset without minutes (`+08`). Taken further, such a time is no moment at all, and a fault where it
 * is stored.
 */
export function keepMomentsReadable(validator: Validator): void {
  for (const name of ["date", "date-time"]) {
    const kept = validator.formats[name] as { validate: (text: string) => boolean };
    validator.addFormat(name, {
      type: "string",
      validate: (text) =>
        kept.validate(text) && !Number.isNaN(Date.parse(text)) && !NO_YEAR.test(text),
    });
  }
}
