import type { FastifyRequest } from "fastify";
import type { Config } from "../../platform/config.ts";
import { calledHost } from "../../http/same-site.ts";

/** The site that passkeys belong to: the name that people type, and the origins its pages may have. */
export interface Site {
  id: string;
  origins: string[];
}

/**
 * Returns the site of the operator's public address, else of the host name that the browser called. A browser lets no
 * other site use this site's passkeys, so a forged Host header opens nothing.
 */
export function siteOf(
  { publicUrl }: Pick<Config, "publicUrl">,
  request: Pick<FastifyRequest, "host">,
): Site {
  const url = new URL(publicUrl ?? `https://${calledHost(request)}`);
  const origins = publicUrl === undefined ? [url.origin, `http://${url.host}`] : [url.origin];
  return { id: url.hostname, origins };
}
