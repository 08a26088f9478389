import type { FastifySchemaValidationError } from "fastify";
import localize from "ajv-i18n";

/** Faults told of one input at most; the rest is more of the same. */
const TOLD_AT_MOST = 20;

export interface InputError {
  /** As `check.consents.0.version`; empty for the input as a whole. */
  path: string;
  message: string;
}

/** What is wrong with an input, place by place, in Chinese (40001). */
export function inputErrors(faults: FastifySchemaValidationError[]): InputError[] {
  const told = faults.filter((fault) => !isRepeated(fault, faults)).slice(0, TOLD_AT_MOST);
  localize.zh(told as Parameters<typeof localize.zh>[0]);
  return told.map((fault) => ({ path: pathOf(fault), message: fault.message ?? "" }));
}

/** What only says again, for each thing that a place could have held, that it does not fit. */
function isRepeated(
  fault: FastifySchemaValidationError,
  faults: readonly FastifySchemaValidationError[],
): boolean {
  const says = faults.find((one) => one.instancePath === fault.instancePath && !isOfUnion(one));
  return says !== undefined && isOfUnion(fault);
}

function isOfUnion({ keyword, params }: FastifySchemaValidationError): boolean {
  return keyword === "anyOf" || keyword === "const" || params["type"] === "null";
}

function pathOf({ instancePath, params }: FastifySchemaValidationError): string {
  const { missingProperty, additionalProperty } = params;
  const place = instancePath.split("/").slice(1).map(unescape);
  const name = missingProperty ?? additionalProperty;
  if (typeof name === "string") place.push(name);
  return place.join(".");
}

function unescape(step: string): string {
  return step.replaceAll("~1", "/").replaceAll("~0", "~");
}
