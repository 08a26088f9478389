import { Ajv, type ErrorObject } from "ajv";
import type { Static, TSchema } from "typebox";

// Fastify's validator for what comes as a call's input; here for values from elsewhere. It compiles a schema at its first
// use, and keeps that.
const ajv = new Ajv({ allErrors: true, validateSchema: false });

/** Returns whether a value fits a schema. */
export function fits<S extends TSchema>(schema: S, value: unknown): value is Static<S> {
  return ajv.compile(schema)(value);
}

/** Returns the faults of a value by a schema: none where it fits. */
export function faultsOf(schema: TSchema, value: unknown): ErrorObject[] {
  const validate = ajv.compile(schema);
  validate(value);
  return validate.errors ?? [];
}
