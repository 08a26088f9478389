import type { Payload } from "altcha-lib";

const HEX = /^[0-9a-f]{2,128}$/;

/** Reads what a page sent as its solution; undefined for anything of another shape. What it says is not checked yet. */
export function readPayload(given: string): Payload | undefined {
  let read: unknown;
  try {
    read = JSON.parse(Buffer.from(given, "base64").toString("utf8"));
  } catch {
    return undefined;
  }
  if (!isRecord(read)) return undefined;
  const { challenge, solution } = read;
  if (!isRecord(challenge) || !isRecord(solution) || typeof challenge["signature"] !== "string") {
    return undefined;
  }
  const { parameters } = challenge;
  if (!isRecord(parameters)) return undefined;
  const { nonce, salt, keyPrefix } = parameters;
  const hex = [nonce, salt, keyPrefix].every((one) => typeof one === "string" && HEX.test(one));
  return hex ? (read as unknown as Payload) : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
