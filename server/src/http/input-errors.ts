import type { FastifySchemaValidationError } from "fastify";
import localize from "ajv-i18n/localize/zh/index.js";

/** The most faults shown of one input. */
const MAX_FAULTS = 20;

export interface InputError {
  /** The path of the field, as `check.consents.0.version`; empty for the input as a whole. */
  path: string;
  message: string;
}

/** Returns the faults of an input, place by place, in Chinese (40001). */
export function inputErrors(faults: FastifySchemaValidationError[]): InputError[] {
  const shown = withoutRepeated(faults).slice(0, MAX_FAULTS);
  localize(shown as Parameters<typeof localize>[0]);
  return shown.map((fault) => ({ path: pathOf(fault), message: sentenceOf(fault) }));
}

/** Returns the words for a fault that a person can make in a form: a schema's own words are for developers. */
function sentenceOf({ keyword, params, message = "" }: FastifySchemaValidationError): string {
  const { limit, pattern } = params;
  switch (keyword) {
    case "required":
      return "请填写";
    case "minLength":
      return limit === 1 ? "请填写" : `至少写 ${String(limit)} 个字`;
    case "maxLength":
      return `最多写 ${String(limit)} 个字`;
    case "minItems":
      return limit === 1 ? "请至少选一项" : `至少要有 ${String(limit)} 项`;
    case "maxItems":
      return `最多只能有 ${String(limit)} 项`;
    case "pattern":
      return String(pattern).startsWith("^https?://")
        ? "请写完整的网址，以 https:// 或 http:// 开头，中间没有空格"
        : "写法不对，请检查";
    case "format":
      return "写法不对，请检查";
    default:
      return message;
  }
}

/** Returns the faults without those of a union's branches, where the same place has a fault of its own. */
function withoutRepeated(faults: FastifySchemaValidationError[]): FastifySchemaValidationError[] {
  const places = new Set(
    // a body may bring tens of thousands: no fault is compared with every other
    faults.filter((fault) => !isOfUnion(fault)).map(({ instancePath }) => instancePath),
  );
  return faults.filter((fault) => !isOfUnion(fault) || !places.has(fault.instancePath));
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
