import { originsOf } from "./origins.ts";

/** What the operator's file says of media: where they come from, and which files play Flash. */
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
 * The policy of the frame that plays Flash. It is nobody's origin, so that a movie reaches neither session nor page, and
 * it alone may compile WebAssembly: the page itself may not.
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

/** The first versions that know the narrow word; before it, only the wide one lets WebAssembly in. */
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
