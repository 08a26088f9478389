import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { PageFailure } from "./page-failure.tsx";

test("a page whose script did not come says so in sentences, without a bare word of ours", () => {
  const error = Object.assign(new Error(), {
    name: "ChunkLoadError",
    type: "error",
    request: "/a.js",
  });
  const text = renderToStaticMarkup(createElement(PageFailure, { error })).replaceAll(
    /<[^>]+>/g,
    " ",
  );
  expect(text).toContain("请检查网络后重试。");
  expect(text).not.toMatch(/[a-z]/i);
});
