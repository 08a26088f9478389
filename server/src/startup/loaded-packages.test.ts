import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, it } from "vitest";

/** Prints the packages that the app's modules load, and the HTTP client that a namespace of `node:http` loads. */
const LIST = `
  import { registerHooks } from "node:module";
  const loaded = new Set();
  registerHooks({
    load(url, context, next) {
      const name = /.*node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(url)?.[1];
      if (name !== undefined) loaded.add(name);
      return next(url, context);
    },
  });
  await import("./server/src/app.ts");
  const client = process.moduleLoadList.find((name) => name.includes("undici/undici"));
  if (client !== undefined) loaded.add(client);
  console.log(JSON.stringify([...loaded]));`;

it("starts without the packages that only some work needs (067)", async () => {
  const run = promisify(execFile);
  const { stdout } = await run(process.execPath, ["--input-type=module", "-e", LIST]);
  const loaded = JSON.parse(stdout) as string[];
  expect(loaded).toContain("fastify");
  // the memory of a node with 3,000 streams has no room for them
  const late = [
    ...["oidc-provider", "koa", "jose", "sanitize-html", "htmlparser2", "postcss", "fflate"],
    ...["csv-parse", "write-excel-file", "@fastify/swagger", "@fastify/swagger-ui", "yaml"],
    ...["pinyin-pro", "sharp", "nodemailer", "ical.js", "@simplewebauthn/server", "mime-db"],
    ...["@electric-sql/pglite", "NativeModule internal/deps/undici/undici"],
  ];
  expect(loaded.filter((name) => late.includes(name))).toEqual([]);
});
