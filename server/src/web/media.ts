import { fileURLToPath } from "node:url";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { rangeOf } from "../http/range.ts";
import { originsOf } from "./origins.ts";

/** The media part of the operator's site file. */
export interface MediaSettings {
  /** Other servers that lessons' media come from. */
  origins: string[];
  /** The server of the Flash loader, when it is not this one. */
  loaderOrigins: string[];
}

export function mediaSettings(siteFile: string): MediaSettings {
  let media: unknown;
  try {
    ({ media } = JSON.parse(siteFile) as { media?: unknown });
  } catch {
    media = undefined;
  }
  const { origins, loader } = (media ?? {}) as { origins?: unknown; loader?: unknown };
  return {
    origins: originsOf(Array.isArray(origins) ? origins : []),
    loaderOrigins: originsOf([loader]),
  };
}

/**
 * Returns the content policy of the frame that plays Flash. The frame has no origin, so that a movie reaches neither
 * session nor page; only there may WebAssembly be compiled.
 */
export function flashFramePolicy(settings: MediaSettings, userAgent = ""): string {
  const loader = settings.loaderOrigins;
  return [
    "default-src 'none'",
    "sandbox allow-scripts",
    ["script-src 'self'", compileSource(userAgent), ...loader].join(" "),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src data:",
    "media-src data: blob:",
    ["connect-src 'self' data: blob:", ...new Set([...loader, ...settings.origins])].join(" "),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join("; ");
}

/** The first browser versions that know `wasm-unsafe-eval`; before them only `unsafe-eval` allows WebAssembly. */
const KNOWS_WASM_SOURCE = { Chrome: 97, Safari: 16 };

function compileSource(userAgent: string): string {
  const chrome = /Chrome\/(\d+)/.exec(userAgent)?.[1];
  const safari = /Version\/(\d+)[\d.]* (?:Mobile\/\w+ )?Safari\//.exec(userAgent)?.[1];
  const isOld =
    chrome === undefined
      ? safari !== undefined && Number(safari) < KNOWS_WASM_SOURCE.Safari
      : Number(chrome) < KNOWS_WASM_SOURCE.Chrome;
  return isOld ? "'wasm-unsafe-eval' 'unsafe-eval'" : "'wasm-unsafe-eval'";
}

const FILES = fileURLToPath(new URL("../../../demo/media/files/", import.meta.url));
const HOUR_SECONDS = 3600;
/** Media types that the library lacks, or names otherwise than players do. */
const TYPES: Readonly<Record<string, string>> = {
  ".m2ts": "video/mp2t",
  ".flv": "video/x-flv",
};

const FILE_POLICY = "default-src 'none'; media-src 'self'; sandbox";
/** The content policy of a PDF, which browsers do not show in a sandbox. */
const PDF_POLICY = "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'";

/** A file that is drawn as it is asked for. */
export interface DrawnFile {
  mime: string;
  body: string | Uint8Array;
}

/** Draws a cover or a medium of the demo's lessons by its folder and name; undefined where there is none. */
export type DrawFile = (folder: string, file: string) => Promise<DrawnFile | undefined>;

/** The folders of what is drawn. */
const DRAWN = ["covers", "lessons"] as const;
/** The content policy of a drawing opened by itself. */
const DRAWING_POLICY = "default-src 'none'; sandbox";

/**
 * Serves the media of the demo district's lessons, in any byte range: the clips that are there, and covers, documents, pictures,
 * captions, tunes and animations, which are drawn. Other deployments have none of them.
 */
export async function serveDemoMedia(
  app: FastifyInstance,
  prefix: string,
  drawFile: DrawFile | undefined,
): Promise<void> {
  for (const folder of DRAWN) {
    app.get<{ Params: { file: string } }>(`${prefix}${folder}/:file`, async (request, reply) => {
      const drawn = await drawFile?.(folder, request.params.file);
      return drawn === undefined ? reply.callNotFound() : sendDrawn(drawn, request, reply);
    });
  }
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
      reply.header("content-security-policy", FILE_POLICY);
    },
  });
}

function sendDrawn({ mime, body }: DrawnFile, request: FastifyRequest, reply: FastifyReply) {
  const bytes = Buffer.from(body);
  reply
    .type(mime)
    .header("cache-control", `public, max-age=${HOUR_SECONDS}`)
    .header("accept-ranges", "bytes")
    .header("content-security-policy", policyOf(mime));
  const part = rangeOf(request.headers.range, bytes.length);
  if (part === undefined) return reply.send(bytes);
  if (part === null) {
    return reply.code(416).header("content-range", `bytes */${bytes.length}`).send();
  }
  const { from, to } = part;
  return reply
    .code(206)
    .header("content-range", `bytes ${from}-${to}/${bytes.length}`)
    .send(bytes.subarray(from, to + 1));
}

function policyOf(mime: string): string {
  if (mime === "application/pdf") return PDF_POLICY;
  return mime.startsWith("image/") ? DRAWING_POLICY : FILE_POLICY;
}
