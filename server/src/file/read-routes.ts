import type { FastifyInstance, FastifyRequest } from "fastify";
import { fileKeyOf, fileUrl, mediumKeyOf, mediumUrl, pictureKeyOf, pictureUrl } from "#contract";
import { admit } from "../http/admission.ts";
import { acrossSchools } from "../database/scope.ts";
import { inScopeOf, type SelfCaller } from "../session/caller.ts";
import { pupilsAmong, recordChildRead } from "../audit/child-read.ts";
import { rangeOf } from "../http/range.ts";
import { Refusal } from "../http/refusal.ts";
import { findMedium } from "./api.ts";
import { canReadFile, isAttachment } from "./policy.ts";
import { findFile, findPicture } from "./queries.ts";
import { disposition } from "./rules.ts";

/** The content policy of a file opened by itself: it runs nothing, loads nothing, and has no origin. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox";
const MEDIUM_POLICY = "default-src 'none'; media-src 'self'; sandbox";
/** The content policy of a PDF, which browsers do not show in a sandbox. */
const PDF_POLICY = "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'";
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

  app.get<{ Params: { key: string } }>(mediumUrl(":key"), async (request, reply) => {
    const caller = (await admit(app, request, "self")) as SelfCaller;
    const key = mediumKeyOf(mediumUrl(request.params.key));
    const medium = key === undefined ? undefined : await findMedium(app.db, key);
    if (medium === undefined) throw new Refusal("notFound");
    const isOwn = async () => (await findFile(app.db, medium.id))?.user_id === caller.user_id;
    if (!((await isOwn()) || (await app.files.mayReadMedium(caller, medium.id)))) {
      throw new Refusal("notFound");
    }
    const { id, mime, name, size } = medium;
    const etag = `"${id}"`;
    reply.header("etag", etag).header("vary", "Authorization, Cookie");
    reply.header("cache-control", ASK_AGAIN).header("accept-ranges", "bytes");
    if (request.headers["if-none-match"]?.includes(etag) === true) return reply.code(304).send();
    const part = rangeOf(request.headers.range, size);
    if (part === null) {
      return reply.code(416).header("content-range", `bytes */${size}`).send();
    }
    const bytes = await app.files.store.open(id, part);
    if (bytes === undefined) throw new Refusal("notFound");
    const { from, to } = part ?? { from: 0, to: size - 1 };
    if (part !== undefined) {
      reply.code(206).header("content-range", `bytes ${from}-${to}/${size}`);
    }
    return reply
      .header("content-security-policy", mime === "application/pdf" ? PDF_POLICY : MEDIUM_POLICY)
      .header("cross-origin-resource-policy", "same-site")
      .header("content-disposition", disposition(mime, name, "inline"))
      .header("content-length", String(to - from + 1))
      .type(mime)
      .send(bytes);
  });

  app.get<{ Params: { key: string } }>(fileUrl(":key"), async (request, reply) => {
    const caller = (await admit(app, request, "self")) as SelfCaller;
    const key = fileKeyOf(fileUrl(request.params.key));
    const file = key === undefined ? undefined : await findFile(app.db, key);
    const { mime, size } = file ?? {};
    if (file?.state !== "stored" || !mime || size == null) throw new Refusal("notFound");
    const attached = () =>
      inScopeOf(caller, undefined, () =>
        app.files.mayReadAttachment(file.purpose, caller, file.id),
      );
    if (!(await canReadFile(caller, file, attached))) throw new Refusal("notFound");
    const etag = `"${file.id}"`;
    reply.header("etag", etag).header("vary", "Authorization, Cookie");
    reply.header("cache-control", isAttachment(file.purpose) ? ASK_AGAIN : FOR_GOOD);
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

/** Records the read of what another person attached to feedback: it may show anything. */
async function recordRead(
  app: FastifyInstance,
  request: FastifyRequest,
  caller: SelfCaller,
  { id, user_id: owner }: { id: string; user_id: string | null },
): Promise<void> {
  const { user_id, session_id, identity, school } = caller;
  if (owner === null || owner === user_id) return;
  const actor = { user_id, session_id, identity, school_id: school?.id };
  const object = { kind: "file", id };
  const children = await acrossSchools("administration", () => pupilsAmong(app.db, [owner]));
  await recordChildRead(app, request, children, { object, actor });
  if (children.length === 0) {
    await app.audit.record(request, { action: "file-read", actor, object, subject_id: owner });
  }
}
