import type { Config } from "./config.ts";

/**
 * Returns the address of this platform for apps and browsers, without a slash at the end. It names the platform in
 * every message that it signs.
 */
export function platformAddress({
  publicUrl,
  host,
  port,
}: Pick<Config, "publicUrl" | "host" | "port">): string {
  if (publicUrl !== undefined) return publicUrl;
  const name = ["0.0.0.0", "::"].includes(host) ? "127.0.0.1" : host;
  return `http://${name.includes(":") && !name.startsWith("[") ? `[${name}]` : name}:${port}`;
}
