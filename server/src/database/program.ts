import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { hashOf, readMigrations } from "./migrate.ts";

/** The same for two processes of the same version with the same tables, and for no others. */
export function programMark(): string {
  const manifest = readFileSync(new URL("../../../package.json", import.meta.url), "utf8");
  const { version } = JSON.parse(manifest) as { version: string };
  const marks = [version, ...readMigrations().map(hashOf)];
  return createHash("sha256").update(marks.join("\n")).digest("hex");
}
