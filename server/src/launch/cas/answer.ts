import { xml, type Html } from "../../platform/html.ts";
import type { Attributes, FailureCode } from "./rules.ts";

/** The outcome of a validation, before it is written as text, XML or JSON. */
export type Validation =
  | { user: string; attributes: Attributes }
  | { code: FailureCode; description: string };

/** Returns the answer of CAS 1.0: two lines. */
export function plainAnswer(validation: Validation): string {
  return "user" in validation ? `yes\n${validation.user}\n` : "no\n\n";
}

/** Returns the answer of CAS 2.0 and 3.0 as XML. */
export function xmlAnswer(validation: Validation): string {
  if (!("user" in validation)) {
    const { code, description } = validation;
    return response(
      xml`<cas:authenticationFailure code="${code}">${description}</cas:authenticationFailure>`,
    );
  }
  const attributes = Object.entries(validation.attributes).flatMap(([name, value]) =>
    [value].flat().map((one) => xml`<cas:${name}>${one}</cas:${name}>`),
  );
  const told = attributes.length > 0 && xml`<cas:attributes>${attributes}</cas:attributes>`;
  return response(
    xml`<cas:authenticationSuccess><cas:user>${validation.user}</cas:user>${told}</cas:authenticationSuccess>`,
  );
}

/** Returns the answer as JSON (CAS 3.0, 2.5.2). */
export function jsonAnswer(validation: Validation): object {
  return {
    serviceResponse: {
      ...("user" in validation
        ? { authenticationSuccess: validation }
        : { authenticationFailure: validation }),
    },
  };
}

/** Returns the answer to a request for a proxy ticket: none is ever issued. */
export function proxyFailure(code: "INVALID_REQUEST" | "UNAUTHORIZED_SERVICE"): string {
  const why = code === "INVALID_REQUEST" ? "请求缺少参数" : "本平台不签发代理票据";
  return response(xml`<cas:proxyFailure code="${code}">${why}</cas:proxyFailure>`);
}

function response(inside: Html): string {
  return xml`<?xml version="1.0" encoding="UTF-8"?>\n<cas:serviceResponse xmlns:cas="http://www.yale.edu/tp/cas">${inside}</cas:serviceResponse>\n`.toString();
}
