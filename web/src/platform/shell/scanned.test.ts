import { expect, test } from "vitest";
import { scannedPath } from "./scanned.ts";

const PAGE = "https://gate.example/platformEntry/";

test.each([
  [
    `${PAGE}#/qr/Jx3vQ0c2m8Yb5tK1sN7wZ4aR6dF9gH-uE_pLoXiTqVk`,
    "/qr/Jx3vQ0c2m8Yb5tK1sN7wZ4aR6dF9gH-uE_pLoXiTqVk",
  ],
  [`${PAGE}#/register/student/KM7QX-3PVDR`, "/register/student/KM7QX-3PVDR"],
  [`${PAGE}#/home`, null],
  [`${PAGE}#/qr/`, null],
  [`${PAGE}#/qr/../home`, null],
  [`${PAGE}#/qr/a#/qr/b`, null],
  ["https://evil.example/platformEntry/#/qr/abc", null],
  ["http://gate.example/platformEntry/#/qr/abc", null],
  ["https://gate.example/other/#/qr/abc", null],
  ["javascript:alert(1)#/qr/abc", null],
  ["#/qr/abc", null],
  ["", null],
])("%s leads to %s", (content, path) => {
  expect(scannedPath(content, PAGE)).toBe(path);
});
