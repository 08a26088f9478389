import { fileURLToPath } from "node:url";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";

const FILES = fileURLToPath(new URL("../../../demo/media/files/", import.meta.url));
const HOUR_SECONDS = 3600;
/** Types that the list of the library lacks, or names otherwise than players do. */
const TYPES: Readonly<Record<string, string>> = {
  ".m2ts": "video/mp2t",
  ".flv": "video/x-flv",
  ".m4a": "audio/mp4",
  ".vtt": "text/vtt; charset=utf-8",
};

const FILE_POLICY = "default-src 'none'; media-src 'self'; sandbox";
/** A browser shows no PDF in a sandbox. */
const PDF_POLICY = "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'";

/** The media that the demo district's lessons show, in any byte range; a deployment that is no demo has none of them. */
export async function serveDemoMedia(app: FastifyInstance, prefix: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: FILES,
    prefix,
    index: false,
    redirect: false,
    dotfiles: "ignore",
    cacheControl: false,
    decorateReply: false,
    setHeaders(reply, path) {
      const type = TYPES[/\.\w+$/.exec(path)?.[0] ?? ""];
      if (type !== undefined) reply.header("content-type", type);
      reply.header("cache-control", `public, max-age=${HOUR_SECONDS}`);
      reply.header("content-security-policy", path.endsWith(".pdf") ? PDF_POLICY : FILE_POLICY);
    },
  });
}
