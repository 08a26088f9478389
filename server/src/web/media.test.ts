import { describe, expect, test } from "vitest";
import { flashFramePolicy, mediaSettings } from "./media.ts";

describe("the operator's file", () => {
  test.each([
    ["not json", [], []],
    ["{}", [], []],
    ['{"media":null}', [], []],
    ['{"media":{"origins":"http://a","loader":7}}', [], []],
    ['{"media":{"origins":["javascript:1","x",null,"flash/ruffle.js"]}}', [], []],
    [
      '{"media":{"origins":["https://m.example.cn/a","https://m.example.cn/b"]}}',
      ["https://m.example.cn"],
      [],
    ],
    ['{"media":{"loader":"https://f.example.cn/ruffle/ruffle.js"}}', [], ["https://f.example.cn"]],
    ['{"media":{"loader":"flash/ruffle/ruffle.js"}}', [], []],
  ])("%s", (file, origins, loaderOrigins) => {
    expect(mediaSettings(file)).toEqual({ origins, loaderOrigins });
  });
});

const none = { origins: [], loaderOrigins: [] };
const scripts = (policy: string) => /script-src ([^;]*)/.exec(policy)?.[1];

describe("the frame that plays Flash", () => {
  test("is nobody's origin and frames only in the page", () => {
    const policy = flashFramePolicy(none);
    expect(policy).toContain("sandbox allow-scripts;");
    expect(policy).not.toContain("allow-same-origin");
    expect(policy).toContain("frame-ancestors 'self'");
  });

  test("takes the loader and the media from where the operator says", () => {
    const policy = flashFramePolicy({ origins: ["https://m"], loaderOrigins: ["https://f"] });
    expect(scripts(policy)).toBe("'self' 'wasm-unsafe-eval' https://f");
    expect(policy).toContain("connect-src 'self' data: blob: https://f https://m;");
  });

  test.each([
    ["Mozilla/5.0 (Windows NT 10.0) Chrome/156.0.0.0 Safari/537.36", false],
    ["Mozilla/5.0 (Windows NT 10.0) Chrome/97.0.4692.71 Safari/537.36", false],
    ["Mozilla/5.0 (Windows NT 6.1) Chrome/96.0.4664.110 Safari/537.36", true],
    ["Mozilla/5.0 (Windows NT 6.1) HeadlessChrome/92.0.4512.0 Safari/537.36", true],
    ["Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 Version/14.1.2 Safari/605.1.15", true],
    ["Mozilla/5.0 (iPad) AppleWebKit/605.1.15 Version/15.6 Mobile/15E148 Safari/604.1", true],
    ["Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 Version/16.0 Safari/605.1.15", false],
    ["Mozilla/5.0 (Windows NT 10.0; rv:91.0) Gecko/20100101 Firefox/91.0", false],
    ["", false],
  ])("may evaluate text only where nothing narrower lets WebAssembly in: %s", (agent, old) => {
    expect(flashFramePolicy(none, agent).includes(" 'unsafe-eval'")).toBe(old);
  });
});
