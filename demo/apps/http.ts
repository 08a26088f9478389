import type { IncomingMessage } from "node:http";

const MAX_FORM_BYTES = 64 * 1024;

export function readCookie({ headers }: IncomingMessage, wanted: string): string | undefined {
  for (const part of headers.cookie?.split(";") ?? []) {
    const [name, value] = part.trim().split("=", 2);
    if (name === wanted) return value;
  }
  return undefined;
}

/** Reads the fields of a posted form; refuses a larger one than any app is sent. */
export async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  let text = "";
  for await (const part of request.setEncoding("utf8")) {
    text += String(part);
    if (text.length > MAX_FORM_BYTES) throw new Error("the form is too large");
  }
  return new URLSearchParams(text);
}
