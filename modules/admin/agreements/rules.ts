import { REFUSALS, type AgreementFormat } from "#contract";
import { codeOf } from "../../kit/refusal.ts";

/** Returns whether a call was refused for want of the right on the whole platform. */
export function isRefused(error: unknown): boolean {
  return codeOf(error) === REFUSALS.notAllowed.code;
}

/** Returns the text of a file: UTF-8, or what Windows in China saves a text as. */
export function textOf(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("gb18030").decode(bytes);
  }
}

/** Returns what a file of this name holds; undefined for what is no text. */
export function formatOf(name: string): AgreementFormat | undefined {
  if (/\.txt$/i.test(name)) return "text";
  return /\.html?$/i.test(name) ? "html" : undefined;
}
