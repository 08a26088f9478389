import { Ajv, type ErrorObject, type ValidateFunction } from "ajv";
import type { Static, TSchema } from "typebox";

// Fastify's validator for what comes as a call's input; here for values from elsewhere
const ajv = new Ajv({ allErrors: true, addUsedSchema: false });
const compiled = new WeakMap<TSchema, ValidateFunction>();

/** Returns whether a value fits a schema. */
export function fits<S extends TSchema>(schema: S, value: unknown): value is Static<S> {
  return compile(schema)(value);
}

/** Returns the faults of a value by a schema: none where it fits. */
export function faultsOf(schema: TSchema, value: unknown): ErrorObject[] {
  const validate = compile(schema);
  return validate(value) ? [] : (validate.errors ?? []);
}

/** Returns a schema's check, compiled at its first use: a few milliseconds. */
function compile(schema: TSchema): ValidateFunction {
  const known = compiled.get(schema);
  if (known !== undefined) return known;
  const validate = ajv.compile(schema);
  compiled.set(schema, validate);
  return validate;
}
