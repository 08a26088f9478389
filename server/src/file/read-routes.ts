import type { FastifyInstance, FastifyRequest } from "fastify";
import { fileKeyOf, fileUrl, pictureKeyOf, pictureUrl } from "#contract";
import { admit } from "../http/admission.ts";
import { inScopeOf, type SelfCaller } from "../session/caller.ts";
import { pupilsAmong, recordChildRead } from "../audit/child-read.ts";
import { Refusal } from "../http/refusal.ts";
import { canReadFile } from "./policy.ts";
import { findFile, findPicture } from "./queries.ts";
import { disposition } from "./rules.ts";

/** The content policy of a file opened by itself: it runs nothing, loads nothing, and has no origin. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox";
/**
 * The `cache-control` of pictures: the bytes under a key never change. `private` keeps a person's picture in that
 * person's browser.
 */
const FOR_GOOD = "private, max-age=31536000, immutable";
/**
 * The `cache-control` of attachments: asked for anew each time, as the right to read can change and the next person may
 * use this browser.
 */
const ASK_AGAIN = "private, no-cache";
/** A logo is everybody's, and another one has another address. */
const FOR_EVERYBODY = "public, max-age=31536000, immutable";

export async function readRoutes(app: FastifyInstance): Promise<void> {
  app.get<{ Params: { key: string } }>(pictureUrl(":key"), async (request, reply) => {
    const key = pictureKeyOf(pictureUrl(request.params.key));
    const picture = key === undefined ? undefined : await findPicture(app.db, key);
    if (picture === undefined) throw new Refusal("notFound");
    const etag = `"${picture.id}"`;
    reply.header("etag", etag).header("cache-control", FOR_EVERYBODY);
    if (request.headers["if-none-match"]?.includes(etag) === true) return reply.code(304).send();
    return reply
      .header("content-security-policy", POLICY)
      .header("cross-origin-resource-policy", "cross-origin")
      .type(picture.mime)
      .send(Buffer.from(picture.bytes));
  });

  app.get<{ Params: { key: string } }>(fileUrl(":key"), async (request, reply) => {
    const caller = (await admit(app, request, "self")) as SelfCaller;
    const key = fileKeyOf(fileUrl(request.params.key));
    const file = key === undefined ? undefined : await findFile(app.db, key);
    const { mime, size } = file ?? {};
    if (file?.state !== "stored" || !mime || size == null) throw new Refusal("notFound");
    const attached = () =>
      inScopeOf(caller, undefined, () => app.files.mayReadAttachment(caller, file.id));
    if (!(await canReadFile(caller, file, attached))) throw new Refusal("notFound");
    const etag = `"${file.id}"`;
    reply.header("etag", etag).header("vary", "Authorization, Cookie");
    reply.header("cache-control", file.purpose === "feedback" ? ASK_AGAIN : FOR_GOOD);
    if (request.headers["if-none-match"]?.includes(etag) === true) return reply.code(304).send();
    const bytes = await app.files.store.open(file.id);
    if (bytes === undefined) throw new Refusal("notFound");
    if (file.purpose === "feedback") await recordRead(app, request, caller, file);
    return reply
      .header("content-security-policy", POLICY)
      .header("cross-origin-resource-policy", "same-site")
      .header("content-disposition", disposition(mime, file.name))
      .header("content-length", String(size))
      .type(mime)
      .send(bytes);
  });
}

/** Records the read of another person's attachment: it may show anything. */
async function recordRead(
  app: FastifyInstance,
  request: FastifyRequest,
  caller: SelfCaller,
  { id, user_id: owner }: { id: string; user_id: string },
): Promise<void> {
  const { user_id, session_id, identity, school } = caller;
  if (owner === user_id) return;
  const actor = { user_id, session_id, identity, school_id: school?.id };
  const object = { kind: "file", id };
  const children = await inScopeOf(caller, undefined, () => pupilsAmong(app.db, [owner]));
  await recordChildRead(app, request, children, { object, actor });
  if (children.length === 0) {
    await app.audit.record(request, { action: "file-read", actor, object, subject_id: owner });
  }
}
