import { afterAll, beforeAll, expect, test } from "vitest";
import { makeApps } from "../../test/apps.ts";
import { buildTestApp, type TestApp } from "../../test/build.ts";

let built: TestApp;
beforeAll(async () => {
  built = await buildTestApp();
  await makeApps(built.db, [
    {
      id: "framed",
      launch: "oidc",
      opens_in: "frame",
      url: "https://tv.example.cn:8443/watch",
      settings: { redirect_uris: ["https://sign-in.example.cn/back"] },
    },
    { id: "tabbed", url: "https://tab.example.cn/" },
  ]);
});
afterAll(() => built.close());

const OWN = "frame-src 'self';";

test.each([
  ["framed", "frame-src 'self' https://tv.example.cn:8443 https://sign-in.example.cn;"],
  ["tabbed", OWN],
  ["absent", OWN],
])(
  "the document around %s lets in what that app registered, and nothing else (AP-07)",
  async (id, policy) => {
    const answer = await built.app.inject({ url: `/platformEntry/app-frame?app=${id}` });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers["content-security-policy"]).toContain(policy);
    expect(answer.headers["content-security-policy"]).toContain("frame-ancestors 'self'");
    expect(answer.headers["cache-control"]).toBe("no-store");
  },
);

test("an app in it may neither move the page nor use camera and microphone", async () => {
  const { body, headers } = await built.app.inject({ url: "/platformEntry/app-frame?app=framed" });
  const sandbox = /sandbox="([^"]+)"/.exec(body)?.[1] ?? "";
  expect(sandbox).toContain("allow-scripts");
  expect(sandbox).not.toContain("top-navigation");
  expect(/allow="([^"]+)"/.exec(body)?.[1]).not.toMatch(/camera|microphone|geolocation/);
  expect(headers["permissions-policy"]).toContain("camera=()");
});

test("an app whose address is changed is let in from there within two seconds", async () => {
  await makeApps(built.db, [{ id: "framed", opens_in: "frame", url: "https://new.example.cn/" }]);
  await expect
    .poll(async () => {
      const answer = await built.app.inject({ url: "/platformEntry/app-frame?app=framed" });
      return String(answer.headers["content-security-policy"]);
    })
    .toContain("frame-src 'self' https://new.example.cn");
});
