import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { TestProject } from "vitest/node";
import type { Plugin } from "vite";
import { keptDirectory, SERVER_SOURCES } from "./kept.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Folder of the bundled programs. */
    programsDir: string;
  }
}

const ROOT = new URL("../../", import.meta.url).pathname;
/** The programs that tests start as processes of their own. */
const PROGRAMS = {
  main: "server/src/main.ts",
  "main-in-chunks": "server/test/main-in-chunks.ts",
  cli: "server/src/cli/main.ts",
  "serve-page": "server/test/serve-page.ts",
};
/** Packages that are not bundled: they read files of their own, or are not JavaScript. */
const LEFT_AS_THEY_ARE = [
  "@electric-sql/pglite",
  "@fastify/static",
  "@fastify/swagger-ui",
  "@node-rs/argon2",
  "pg",
  "sharp",
];

/** The module that lets a process of a test go on without waiting for the disk. */
const NO_FSYNC = new URL("./no-fsync.mjs", import.meta.url).href;

/**
 * Returns the arguments of Node that start a bundled program in half the processor time: its WebAssembly is compiled
 * once, not optimised, so it does not count its calls for that either; nothing waits for the disk.
 */
export const programIn = (programsDir: string, name: keyof typeof PROGRAMS): string[] => [
  "--liftoff-only",
  "--no-wasm-inlining",
  "--no-wasm-inlining-call-indirect",
  `--import=${NO_FSYNC}`,
  join(programsDir, `${name}.js`),
];

/** Bundles the programs for tests to start, so that each start reads a few files and not a thousand. */
export function keepPrograms(): Promise<string> {
  const sources = [...SERVER_SOURCES, "server/test/{programs,serve-page,main-in-chunks}.ts"];
  return keptDirectory("programs", sources, bundle);
}

/** Tells the tests where the programs are. */
export async function providePrograms(project: TestProject): Promise<string> {
  const programsDir = await keepPrograms();
  project.provide("programsDir", programsDir);
  return programsDir;
}

async function bundle(outDir: string): Promise<void> {
  const { build } = await import("vite");
  await build({
    configFile: false,
    root: ROOT,
    envDir: false,
    publicDir: false,
    logLevel: "warn",
    plugins: [ownAddresses],
    ssr: { noExternal: true, external: LEFT_AS_THEY_ARE },
    build: {
      ssr: true,
      target: "esnext",
      outDir,
      rolldownOptions: { input: PROGRAMS, checks: { eval: false } },
    },
  });
}

/** A plugin that keeps a source's own address, so that it still finds the files beside it. */
const ownAddresses: Plugin = {
  name: "own-addresses",
  transform: (code, id) =>
    id.includes("/node_modules/")
      ? null
      : code.replaceAll("import.meta.url", JSON.stringify(pathToFileURL(id).href)),
};
