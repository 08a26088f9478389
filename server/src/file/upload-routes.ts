import type { Readable } from "node:stream";
import { finished } from "node:stream/promises";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { sendRefusal } from "../http/error-handler.ts";
import { Refusal } from "../http/refusal.ts";
import { unusable } from "./picture.ts";
import { beginArrival, moveFile, type FileRow } from "./queries.ts";
import { mayBegin } from "./rules.ts";
import { UPLOAD_PATH, type LocalStore } from "./store/local-store.ts";

/** The first bytes of an upload that tell its format. */
const HEAD_BYTES = 16;
const MAX_DISCARDED_BYTES = 32 * 1024 * 1024;

/**
 * Serves uploads at signed addresses. The address is the permission: no session is read here, as with an object store.
 */
export async function uploadRoutes(
  app: FastifyInstance,
  { store }: { store: LocalStore },
): Promise<void> {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (_request, body, done) => done(null, body));

  app.put<{ Params: { key: string } }>(
    `${UPLOAD_PATH}:key`,
    { config: { slowBody: true } },
    async (request, reply) => {
      const body = request.body as Readable;
      try {
        await arrive(app, store, await permitted(app, store, request), body);
        return await reply.send({ code: 200, data: {}, msg: "ok" });
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        await readAway(request, reply, body);
        return sendRefusal(reply, error);
      }
    },
  );
}

/**
 * Reads the rest of a refused body, as a browser that is still sending reads no answer; far too long a body ends the
 * connection instead.
 */
async function readAway(request: FastifyRequest, reply: FastifyReply, body: Readable) {
  if (lengthOf(request) <= MAX_DISCARDED_BYTES) await finished(body.resume()).catch(() => {});
  else reply.header("connection", "close");
}

function lengthOf({ headers }: FastifyRequest): number {
  return Number(headers["content-length"] ?? Number.POSITIVE_INFINITY);
}

async function permitted(
  app: FastifyInstance,
  store: LocalStore,
  request: FastifyRequest<{ Params: { key: string } }>,
): Promise<FileRow> {
  const { key } = request.params;
  const { expires, signature } = request.query as Record<string, unknown>;
  const gone = () => new Refusal("badCode", { msg: "上传地址已使用或已过期，请重新上传" });
  if (typeof signature !== "string" || typeof expires !== "string" || !/^\d{1,12}$/.test(expires)) {
    throw gone();
  }
  const given = { key, expires: Number(expires), signature };
  if (!(await store.isPermitted(given))) throw gone();
  const file = await beginArrival(app.db, key, app.now());
  if (file === undefined) throw gone();
  return file;
}

async function arrive(
  app: FastifyInstance,
  store: LocalStore,
  file: FileRow,
  body: Readable,
): Promise<void> {
  const { id } = file;
  try {
    await store.arrive(id, checked(body, file));
    await moveFile(app.db, id, ["arriving"], { state: "arrived" });
  } catch (error) {
    // a line that broke has not used the permission up
    const state = error instanceof Refusal ? "dropped" : "promised";
    await moveFile(app.db, id, ["arriving"], { state });
    if (error instanceof Refusal || body.errored === null) throw error;
    throw unusable("文件没有传完整，请重新上传", error);
  }
}

/** Passes bytes on while they are no more than permitted and begin as a permitted format; else throws. */
async function* checked(
  body: Readable,
  { purpose, promised_size: promised }: FileRow,
): AsyncGenerator<Buffer> {
  let size = 0;
  let head = Buffer.alloc(0);
  const assertTaken = () => {
    if (!mayBegin(purpose, head)) throw unusable("文件的内容不是可以上传的格式");
  };
  for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > promised) {
      throw new Refusal("tooLarge", { msg: "文件过大，请缩小后再上传" });
    }
    if (head.length < HEAD_BYTES) {
      head = Buffer.concat([head, chunk.subarray(0, HEAD_BYTES)]);
      if (head.length >= HEAD_BYTES) assertTaken();
    }
    yield chunk;
  }
  assertTaken();
  if (size !== promised) throw unusable("文件没有传完整，请重新上传");
}
