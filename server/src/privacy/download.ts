import type { FastifyInstance } from "fastify";
import { chinaDay } from "#contract";
import { acrossSchools } from "../database/scope.ts";
import { admit } from "../http/admission.ts";
import type { SelfCaller } from "../session/caller.ts";
import { Refusal } from "../http/refusal.ts";
import { hashSecret } from "../platform/secret.ts";
import { exportZip } from "./export.ts";
import { useExport } from "./requests.ts";
import { findMeant } from "./subject.ts";

/** The path from which the page fetches an export; the ticket is in the query, which is never logged. */
export const DOWNLOAD_PATH = "/user-data";

/** Serves an export to the session that requested it, once. */
export function downloadRoute(app: FastifyInstance): void {
  app.get<{ Querystring: { ticket?: unknown } }>(DOWNLOAD_PATH, async (request, reply) => {
    const { user_id, session_id } = (await admit(app, request, "self")) as SelfCaller;
    const { ticket } = request.query;
    const now = app.now();
    const meant = await acrossSchools("personal-data", async () => {
      const id_hash = hashSecret(typeof ticket === "string" ? ticket : "");
      const id = await useExport(app.db, { id_hash, session_id, now });
      if (id === undefined)
        throw new Refusal("notFound", { msg: "下载已完成或已过期，请重新导出" });
      // the child may have been another's a moment ago
      return findMeant(app.db, user_id, id === user_id ? undefined : id, now);
    });
    const file = `${await app.branding.name()}数据-${meant.name}-${chinaDay(now)}.zip`.replace(
      /[\\/]/g,
      "_",
    );
    const name = encodeURIComponent(file).replace(/['()*]/g, "_");
    return reply
      .header("cache-control", "no-store")
      .header("content-disposition", `attachment; filename*=UTF-8''${name}`)
      .type("application/zip")
      .send(exportZip(app, meant));
  });
}
