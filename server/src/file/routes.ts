import { randomBytes } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { confirmFile, fileFault, readUploadPermission } from "#contract";
import { requireGuardianConsent } from "../consent/api.ts";
import { platformSecret } from "../platform/platform-state.ts";
import { readOnce } from "../platform/read-once.ts";
import { Refusal } from "../http/refusal.ts";
import { serve } from "../http/serve.ts";
import { addressOf, Files } from "./files.ts";
import { unusable } from "./picture.ts";
import { canPutFile } from "./policy.ts";
import { hasRoom, insertPermission } from "./queries.ts";
import { readRoutes } from "./read-routes.ts";
import { isFileType, PERMISSION_MS, tidyName } from "./rules.ts";
import { LocalStore } from "./store/local-store.ts";
import { S3Store } from "./store/s3-store.ts";
import { sweepFiles } from "./sweep.ts";
import { uploadRoutes } from "./upload-routes.ts";

const KEY_BYTES = 16;
const HOUR_MS = 3_600_000;
const PERMISSIONS_AN_HOUR = 60;

/** Adds `app.files`; must run before the features that refer to files. */
export function openFiles(app: FastifyInstance): void {
  const { s3, dataDir } = app.config;
  const secret = readOnce(() => platformSecret(app.db, "file-upload"));
  const store = s3 === undefined ? new LocalStore(dataDir, secret) : new S3Store(s3);
  app.decorate("files", new Files(app, store));
  app.jobs.handle("file-sweep", {
    everyMs: HOUR_MS,
    run: () => sweepFiles(app.db, store, app.now()),
  });
}

export async function fileRoutes(app: FastifyInstance): Promise<void> {
  serve(app, readUploadPermission, async ({ input, caller }) => {
    const { purpose, filename, size, mime } = input;
    const now = app.now();
    if (!canPutFile(caller, purpose, now)) throw new Refusal("notAllowed");
    const fault = fileFault(purpose, { type: mime, size });
    if (fault !== undefined || !isFileType(mime)) throw unusable(fault ?? "");
    await requireGuardianConsent(app.db, caller.user_id, now);
    const expires_at = new Date(now.getTime() + PERMISSION_MS);
    const key = randomBytes(KEY_BYTES).toString("base64url");
    const row = {
      id: key,
      user_id: caller.user_id,
      purpose,
      name: tidyName(filename, mime),
      promised_mime: mime,
      promised_size: size,
      created_at: now,
      expires_at,
    };
    const limit = { since: new Date(now.getTime() - HOUR_MS), most: PERMISSIONS_AN_HOUR };
    await app.db.transaction().execute(async (trx) => {
      const most = app.config.schoolFileBytes;
      const { school } = caller;
      if (school !== null && !(await hasRoom(trx, school.id, { more: size, most }))) {
        throw new Refusal("tooLarge", {
          msg: "本校上传的文件已经很多，放不下这个文件了，请联系学校管理员",
        });
      }
      if (!(await insertPermission(trx, row, limit))) {
        throw new Refusal("tooMany", { msg: "上传过于频繁，请稍后再试", retryAfter: 600 });
      }
    });
    const { store } = app.files;
    return {
      provider: store.provider,
      ...(await store.permit({ key, mime, size, now, expires_at })),
      key,
      expiration: expires_at.toISOString(),
      public_url: addressOf({ id: key, purpose }),
    };
  });

  serve(app, confirmFile, async ({ input, caller, request }) => {
    const stored = await app.files.finish(caller.user_id, input.key);
    await app.audit.record(request, {
      action: "file-put",
      object: { kind: "file", id: stored.key },
      subject_id: caller.user_id,
      detail: { mime: stored.mime, size: stored.size },
    });
    return stored;
  });

  await app.register(readRoutes);
  const { store } = app.files;
  if (store instanceof LocalStore) await app.register(uploadRoutes, { store });
}
