import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { logout, readAgreement } from "#contract";
import { buildTestApp, type TestApp } from "../../test/build.ts";
import { encodingFor } from "./answer.ts";

let at: TestApp;
beforeAll(async () => {
  at = await buildTestApp();
});
afterAll(() => at.close());

test.each([
  [undefined, undefined],
  ["", undefined],
  ["identity", undefined],
  ["gzip", "gzip"],
  ["gzip, deflate, br, zstd", "br"],
  ["BR", "br"],
  ["br;q=0, gzip;q=0.5", "gzip"],
  ["br;q=0.0,gzip; q=0", undefined],
  ["brotli", undefined],
])("who takes %j is answered in %s", (header, encoding) => {
  expect(encodingFor(header, 10_000)).toBe(encoding);
  expect(encodingFor(header, 100)).toBeUndefined();
});

describe("a large answer", () => {
  const ask = (headers: Record<string, string>) =>
    at.app.inject({ url: `${readAgreement.path}?type=user`, headers });

  test("is the same in every encoding, and plain to who does not ask", async () => {
    const plain = await ask({});
    expect(plain.headers["content-encoding"]).toBeUndefined();
    const br = await ask({ "accept-encoding": "br" });
    const gzip = await ask({ "accept-encoding": "gzip" });
    expect(br.headers["content-encoding"]).toBe("br");
    expect(brotliDecompressSync(br.rawPayload).toString()).toBe(plain.body);
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain.body);
    expect(br.rawPayload.length).toBeLessThan(plain.rawPayload.length * 0.7);
    expect(br.headers.vary).toContain("Accept-Encoding");
  });

  test("a small one stays plain", async () => {
    const headers = { "accept-encoding": "br" };
    const answer = await at.app.inject({ method: "POST", url: logout.path, headers });
    expect(answer.json()).toEqual({ code: 200, data: {}, msg: "ok" });
  });
});
