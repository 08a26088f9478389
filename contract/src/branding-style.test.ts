import { expect, test } from "vitest";
import { contrast, brandingFault, brandingLinks, brandingStyle } from "./branding-style.ts";
import { pictureUrl } from "./file-rules.ts";

test("contrast is that of the guidelines, in either order", () => {
  expect(contrast("#000000", "#ffffff")).toBeCloseTo(21);
  expect(contrast("#ffffff", "#767676")).toBeCloseTo(4.54, 2);
  expect(contrast("#02803b", "#02803b")).toBe(1);
});

test.each([
  ["colour", "#00703c", undefined],
  ["colour", "#02803b", undefined],
  ["colour", "#ffd500", "太浅"],
  ["colour", "#7a7a7a", "太浅"],
  ["colour", "green", "# 加六位"],
  ["colour", "#00703c;}", "最多 7 个字"],
  ["side_colour", "#d5efe3", undefined],
  ["side_colour", "#02803b", "太深"],
  ["logo", pictureUrl("a".repeat(22)), undefined],
  ["logo", "https://elsewhere.example/logo.png", "请上传一张图片"],
  ["help_url", "https://help.example.cn/a?b=1", undefined],
  ["help_url", "javascript:alert(1)", "https://"],
  ["privacy_url", "https://a b", "https://"],
  ["icp", "京ICP备12345678号-1", undefined],
  ["icp", "12345678", "如：京ICP备"],
  ["police", "京公网安备11010802012345号", undefined],
  ["police", "京公网安备123号", "如：京公网安备"],
  ["name", "晨曦区智慧教育公共服务平台", "最多 12 个字"],
  ["name", "𠮷".repeat(12), undefined],
  ["welcome", "", "请填写"],
] as const)("%s %j: %s", (field, value, fault) => {
  const found = brandingFault(field, value);
  if (fault === undefined) expect(found).toBeUndefined();
  else expect(found).toContain(fault);
});

test("a style holds nothing but colours and the logo", () => {
  expect(brandingStyle({ name: "x" })).toBe("");
  const style = brandingStyle({
    colour: "#00703c",
    side_colour: "#d5efe3",
    logo: "/file/picture/x",
  });
  expect(style).toContain("--role-strong:#00703c");
  expect(style).toContain('url("/file/picture/x")');
  expect(style).toContain("#brand{background:#d5efe3}");
  expect(brandingStyle({ colour: "red}body{", logo: '"){}</style>' })).toBe("");
});

test("the foot leads to addresses of the web only, and filings to their registers", () => {
  const links = brandingLinks({
    help_url: "javascript:alert(1)",
    privacy_url: "https://a.example/p",
    icp: "京ICP备12345678号-1",
    police: "京公网安备11010802012345号",
  });
  expect(links).toEqual([
    { text: "隐私说明", href: "https://a.example/p" },
    { text: "京ICP备12345678号-1", href: "https://beian.miit.gov.cn/" },
    {
      text: "京公网安备11010802012345号",
      href: "https://beian.mps.gov.cn/#/query/webSearch?code=11010802012345",
    },
  ]);
});
