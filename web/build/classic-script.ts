import { build, type InlineConfig, type Rolldown } from "vite";
import { minify } from "./minify.ts";

/** Builds a script that needs no other file, for a `script` element or a worker; returns its text. */
export async function classicScript(
  entry: string,
  target: string | string[],
  config: Pick<InlineConfig, "root" | "define" | "plugins"> = {},
): Promise<string> {
  const output = (await build({
    ...config,
    configFile: false,
    logLevel: "error",
    publicDir: false,
    build: {
      write: false,
      target,
      lib: { entry, formats: ["iife"], name: "script" },
    },
  })) as Rolldown.RolldownOutput[];
  const chunk = output.flatMap((one) => one.output).find((file) => file.type === "chunk");
  if (chunk === undefined) throw new Error(`${entry} did not build`);
  return (await minify(chunk.code, "classic")).trim();
}
