import { hash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";
import { DECLARED_HEADER } from "#contract";

const TEXT_AT_MOST_BYTES = 4096;
const JSON_TYPE = "application/json; charset=utf-8";

/** A finished answer; what it is packed into is made once, for the first who wants it. */
export interface Answer {
  /** A short one is text: Node writes that together with the head, and bytes beside it. */
  readonly body: Buffer | string;
  readonly length: number;
  /** Only where the call is `cached`. */
  readonly etag: string | undefined;
  readonly packed: Partial<Record<Encoding, Promise<Buffer>>>;
}

export function finished(text: string, cached: boolean): Answer {
  const bytes = Buffer.from(text);
  const { length } = bytes;
  const etag = cached ? `W/"${hash("sha1", bytes, "base64url")}"` : undefined;
  return { body: length > TEXT_AT_MOST_BYTES ? bytes : text, length, etag, packed: {} };
}

/** Sends the answer: 304 to who has it, compressed to who asks for that. */
export function sendAnswer(
  answer: Answer,
  { headers }: FastifyRequest,
  reply: FastifyReply,
): FastifyReply | Promise<FastifyReply> {
  const { body, length, etag } = answer;
  reply.header(DECLARED_HEADER, "declared");
  if (etag !== undefined) {
    reply.header("etag", etag).header("cache-control", "private, no-cache");
    reply.header("vary", "Authorization, Cookie, identity, client, Accept-Encoding");
    if (isKnown(headers["if-none-match"], etag)) return reply.code(304).send();
  }
  reply.type(JSON_TYPE);
  const encoding = encodingFor(headers["accept-encoding"], length);
  if (encoding === undefined) return reply.header("content-length", length).send(body);
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

/** Below this compressing costs more than it saves. */
const FROM_BYTES = 2048;
/** Cheap enough for every answer; higher ones save a few more percent for ten times the work. */
const BROTLI_QUALITY = 4;

const packBrotli = promisify(brotliCompress);
const packGzip = promisify(gzip);

type Encoding = "br" | "gzip";

/** True when the client takes this encoding, by its `Accept-Encoding`. */
export function accepts(header: string | undefined, encoding: Encoding): boolean {
  if (header === undefined) return false;
  return header.split(",").some((one) => {
    const [name, ...parameters] = one.split(";").map((part) => part.trim().toLowerCase());
    return name === encoding && !parameters.some((part) => /^q=0(\.0*)?$/.test(part));
  });
}

/** The encoding to answer so many bytes in; undefined: as they are. */
export function encodingFor(header: string | undefined, bytes: number): Encoding | undefined {
  if (bytes < FROM_BYTES) return undefined;
  if (accepts(header, "br")) return "br";
  return accepts(header, "gzip") ? "gzip" : undefined;
}

export function pack(body: Buffer | string, encoding: Encoding): Promise<Buffer> {
  if (encoding === "gzip") return packGzip(body);
  return packBrotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } });
}
