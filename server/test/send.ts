import type { FastifyInstance } from "fastify";
import type { AnswerOf, Call, Envelope } from "#contract";

export interface Sent<T> {
  status: number;
  headers: Record<string, string | string[] | number | undefined>;
  body: Envelope<T>;
  text: string;
}

interface SendOptions {
  headers?: Record<string, string>;
  /** Sends the input as a form instead of JSON. */
  form?: boolean;
  /** The network address from which the call seems to come. */
  address?: string;
}

/** Makes a call of the contract on the real app. */
export async function send<C extends Call>(
  app: FastifyInstance,
  call: C,
  input: Record<string, unknown> = {},
  { headers = {}, form = false, address }: SendOptions = {},
): Promise<Sent<AnswerOf<C>>> {
  const answer = await app.inject({
    method: call.method,
    url: call.path,
    ...(address !== undefined && { remoteAddress: address }),
    ...(call.method === "GET"
      ? { query: input as Record<string, string>, headers }
      : form
        ? { payload: formOf(input), headers: { ...headers, "content-type": FORM } }
        : { payload: input, headers }),
  });
  return {
    status: answer.statusCode,
    headers: answer.headers,
    body: answer.body === "" ? (null as never) : answer.json(),
    text: answer.body,
  };
}

const FORM = "application/x-www-form-urlencoded";

function formOf(input: Record<string, unknown>): string {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(input)) {
    for (const one of Array.isArray(value) ? value : [value]) form.append(name, textOf(one));
  }
  return form.toString();
}

function textOf(value: unknown): string {
  return typeof value === "object" && value !== null ? JSON.stringify(value) : String(value);
}
