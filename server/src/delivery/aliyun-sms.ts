import { createHmac, randomUUID } from "node:crypto";
import type { Config } from "../platform/config.ts";
import type { Carrier, NoticeAlert } from "./message.ts";

const ANSWER_WITHIN_MS = 10_000;

/** A refusal by the SMS service, with its error code and HTTP status; never the message or its receiver. */
class SmsRefused extends Error {
  override name = "SmsRefused";
  readonly code: string;
  readonly responseCode: number;

  constructor(code: string, responseCode: number) {
    super(`the message was refused: ${code} (HTTP ${responseCode})`);
    this.code = code;
    this.responseCode = responseCode;
  }
}

/** The most characters that the service takes for a variable. */
const VARIABLE_MAX = 35;

/**
 * Sends by Aliyun's short message service (Dysmsapi 2017-05-25, RPC style). The template of codes has one variable, `code`,
 * that of notices `school`. They go in the body: an address may be written into logs on the way.
 */
export function aliyunSms(settings: NonNullable<Config["aliyunSms"]>, now: () => Date): Carrier {
  const { accessKeyId, accessKeySecret, signName, templateCode, endpoint } = settings;
  const { noticeTemplateCode } = settings;

  async function sendSms(receiver: string, template: string, variables: object): Promise<void> {
    const parameters = {
      AccessKeyId: accessKeyId,
      Action: "SendSms",
      Format: "JSON",
      PhoneNumbers: receiver,
      RegionId: "cn-hangzhou",
      SignName: signName,
      SignatureMethod: "HMAC-SHA1",
      SignatureNonce: randomUUID(),
      SignatureVersion: "1.0",
      TemplateCode: template,
      TemplateParam: JSON.stringify(variables),
      Timestamp: now()
        .toISOString()
        .replace(/\.\d+Z$/, "Z"),
      Version: "2017-05-25",
    };
    const Signature = signature("POST", parameters, accessKeySecret);
    const response = await fetch(endpoint, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: encoded({ ...parameters, Signature }),
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    const answer = (await response.json().catch(() => ({}))) as { Code?: unknown };
    if (answer.Code === "OK") return;
    throw new SmsRefused(wordOf(answer.Code), response.status);
  }

  return {
    carry: ({ receiver, code }) => sendSms(receiver, templateCode, { code }),
    ...(noticeTemplateCode !== undefined && {
      carryAlert: ({ receiver, school }: NoticeAlert) =>
        sendSms(receiver, noticeTemplateCode, {
          school: Array.from(school).slice(0, VARIABLE_MAX).join(""),
        }),
    }),
  };
}

/** Returns the service's error code, such as `isv.BUSINESS_LIMIT_CONTROL`; nothing else of an answer is used. */
function wordOf(code: unknown): string {
  return typeof code === "string" && /^[\w.]{1,80}$/.test(code) ? code : "unknown";
}

/** Returns the signature of an RPC-style call: HMAC-SHA1 over method, path and the sorted parameters. */
export function signature(
  method: "GET" | "POST",
  parameters: Readonly<Record<string, string>>,
  secret: string,
): string {
  const text = `${method}&${percent("/")}&${percent(encoded(parameters))}`;
  return createHmac("sha1", `${secret}&`).update(text).digest("base64");
}

function encoded(parameters: Readonly<Record<string, string>>): string {
  return Object.entries(parameters)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${percent(name)}=${percent(value)}`)
    .join("&");
}

/** Percent-encodes by RFC 3986, which escapes more characters than `encodeURIComponent`. */
function percent(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
