import { hash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { DECLARED_HEADER } from "#contract";
import { encodingFor, pack, type Encoding } from "./compress.ts";

const JSON_TYPE = "application/json; charset=utf-8";

/** A finished answer; what it is packed into is made once, for the first who wants it. */
export interface Answer {
  readonly body: Buffer;
  /** Only where the call is `cached`. */
  readonly etag: string | undefined;
  readonly packed: Partial<Record<Encoding, Promise<Buffer>>>;
}

export function finished(text: string, cached: boolean): Answer {
  const body = Buffer.from(text);
  return { body, etag: cached ? `W/"${hash("sha1", body, "base64url")}"` : undefined, packed: {} };
}

/** Sends the answer: 304 to who has it, compressed to who asks for that. */
export function sendAnswer(
  answer: Answer,
  { headers }: FastifyRequest,
  reply: FastifyReply,
): FastifyReply | Promise<FastifyReply> {
  const { body, etag } = answer;
  reply.header(DECLARED_HEADER, "declared");
  if (etag !== undefined) {
    reply.header("etag", etag).header("cache-control", "private, no-cache");
    reply.header("vary", "Authorization, Cookie, identity, client, Accept-Encoding");
    if (isKnown(headers["if-none-match"], etag)) return reply.code(304).send();
  }
  reply.type(JSON_TYPE);
  const encoding = encodingFor(headers["accept-encoding"], body.length);
  if (encoding === undefined) return reply.send(body);
  if (etag === undefined) reply.header("vary", "Accept-Encoding");
  return sendPacked(answer, encoding, reply);
}

/** Compared weakly, as `If-None-Match` always is: what stands between may have left the mark away. */
function isKnown(seen: string | undefined, etag: string): boolean {
  if (seen === undefined) return false;
  const known = seen.split(",").map((one) => one.trim());
  return known.some((one) => one === "*" || one === etag || `W/${one}` === etag);
}

async function sendPacked(
  { body, packed }: Answer,
  encoding: Encoding,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const bytes = await (packed[encoding] ??= pack(body, encoding));
  return reply.header("content-encoding", encoding).send(bytes);
}
