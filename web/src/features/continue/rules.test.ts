import { expect, it } from "vitest";
import { isOnwardPath } from "./rules.ts";

it.each([
  "/cas/login?service=https%3A%2F%2Flib.example%2F&renew=true",
  "/oidc/interaction/abc",
  "/lti/authorize?state=1",
])("goes on to %s", (path) => {
  expect(isOnwardPath(path)).toBe(true);
});

it.each([
  "",
  "/",
  "/platformEntry/",
  "//evil.example/cas/",
  "/\\evil.example/cas/",
  "/cas\\evil",
  "/cas/\\evil.example",
  "https://evil.example/cas/login",
  "javascript:alert(1)//cas/",
  "/cas/../platformEntry/",
  "/casual/login",
  `/cas/${"x".repeat(9000)}`,
])("goes nowhere with %s", (path) => {
  expect(isOnwardPath(path)).toBe(false);
});
