import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  brotliCompressSync,
  brotliDecompressSync,
  constants,
  gunzipSync,
  gzipSync,
} from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readPage } from "./page.ts";

const HTML = `<!doctype html><title>学门</title>${"<p>你好</p>".repeat(50)}`;

// packed otherwise than `readPage` would do it
const BR = brotliCompressSync(HTML, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });
const GZIP = gzipSync(HTML, { level: 1 });

let dist: string;

beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), "schoolgate-page-"));
});

afterAll(() => rm(dist, { recursive: true }));

async function pageOf(html: string, br: Buffer, gzip: Buffer) {
  await writeFile(join(dist, "index.html"), html);
  await writeFile(join(dist, "index.html.br"), br);
  await writeFile(join(dist, "index.html.gz"), gzip);
  const page = readPage(dist, () => "");
  if (page === undefined) throw new Error("the page was not read");
  return page;
}

test("the page goes out as the build packed it", async () => {
  expect(await pageOf(HTML, BR, GZIP)).toMatchObject({ br: BR, gzip: GZIP });
});

test("a page that was changed by hand since, or whose copy was cut short, is packed anew", async () => {
  const changed = HTML.replace("学门", "示例小学");
  for (const [html, br, gzip] of [
    [changed, BR, GZIP],
    [HTML, BR.subarray(0, 20), GZIP.subarray(0, 20)],
    [HTML, Buffer.alloc(0), Buffer.alloc(0)],
  ] as const) {
    const page = await pageOf(html, br, gzip);
    expect(brotliDecompressSync(page.br).toString()).toBe(html);
    expect(gunzipSync(page.gzip).toString()).toBe(html);
  }
});
