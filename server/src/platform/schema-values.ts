import { createRequire } from "node:module";

const require = createRequire(import.meta.url);

/** Returns TypeBox's check of values against schemas, loaded at its first use: 300 modules, 3 MB (067). */
export function schemaValues(): (typeof import("typebox/value"))["Value"] {
  return (require("typebox/value") as typeof import("typebox/value")).Value;
}
