import { hash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";
import { DECLARED_HEADER } from "#contract";

const MAX_TEXT_BYTES = 4096;
const JSON_TYPE = "application/json; charset=utf-8";

/** A finished answer; each compressed form is made once, for the first who asks for it. */
export interface Answer {
  /** The body. A short one is text, which Node writes together with the head. */
  readonly body: Buffer | string;
  readonly length: number;
  /** The etag; only for a call that is `cached`. */
  readonly etag: string | undefined;
  readonly packed: Partial<Record<Encoding, Promise<Buffer>>>;
}

/** Returns an answer ready to send: its bytes where they are many, and a weak ETag if it may be cached. */
export function finished(text: string, cached: boolean): Answer {
  const bytes = Buffer.from(text);
  const { length } = bytes;
  const etag = cached ? `W/"${hash("sha1", bytes, "base64url")}"` : undefined;
  return { body: length > MAX_TEXT_BYTES ? bytes : text, length, etag, packed: {} };
}

/** Sends the answer: 304 to a client that has it, compressed to one that accepts that. */
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

/**
 * Returns whether the client has seen this etag. Compared weakly, as `If-None-Match` always is: a proxy may have
 * removed the mark.
 */
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

/** Bytes below which compressing costs more than it saves. */
const FROM_BYTES = 2048;
/** The Brotli quality: cheap enough for every answer; higher ones save a few percent for ten times the work. */
const BROTLI_QUALITY = 4;

const packBrotli = promisify(brotliCompress);
const packGzip = promisify(gzip);

type Encoding = "br" | "gzip";

/** Returns whether the client accepts this encoding, by its `Accept-Encoding`. */
export function accepts(header: string | undefined, encoding: Encoding): boolean {
  if (header === undefined) return false;
  return header.split(",").some((one) => {
    const [name, ...parameters] = one.split(";").map((part) => part.trim().toLowerCase());
    return name === encoding && !parameters.some((part) => /^q=0(\.0*)?$/.test(part));
  });
}

/** Returns the encoding for an answer of this many bytes; undefined: none. */
export function encodingFor(header: string | undefined, bytes: number): Encoding | undefined {
  if (bytes < FROM_BYTES) return undefined;
  if (accepts(header, "br")) return "br";
  return accepts(header, "gzip") ? "gzip" : undefined;
}

export function pack(body: Buffer | string, encoding: Encoding): Promise<Buffer> {
  if (encoding === "gzip") return packGzip(body);
  return packBrotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } });
}
