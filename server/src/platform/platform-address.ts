import type { Config } from "./config.ts";

/** Where apps and browsers find this platform, without a slash at the end: what it is called in every message it signs. */
export function platformAddress({
  publicUrl,
  host,
  port,
}: Pick<Config, "publicUrl" | "host" | "port">): string {
  if (publicUrl !== undefined) return publicUrl;
  const name = ["0.0.0.0", "::"].includes(host) ? "127.0.0.1" : host;
  return `http://${name.includes(":") && !name.startsWith("[") ? `[${name}]` : name}:${port}`;
}
