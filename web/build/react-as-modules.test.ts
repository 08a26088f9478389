import { expect, test } from "vitest";
import { moduleOf } from "./react-as-modules.ts";

test("a script of React becomes a module of its own exports", () => {
  const script = `"use strict";
var React = require("react"),
  Scheduler = require("scheduler");
exports.now = void 0;
if (Scheduler.fast) exports.now = function () { return React.at; };
exports.version = "1";
`;
  const code = moduleOf(script, "react-dom");
  expect(code).toContain(
    'import * as React from "react";\nimport * as Scheduler from "scheduler";',
  );
  expect(code).toContain("if (Scheduler.fast) $now = function");
  expect(code).toContain("export { $now as now, $version as version };");
  expect(code).not.toMatch(/require|exports/);
});

test("a script of another form fails the build", () => {
  expect(() => moduleOf('exports.a = require("b");', "react")).toThrow("no longer");
  expect(() => moduleOf("if (x) exports.late = 1;", "react")).toThrow("late");
  expect(() => moduleOf("module.exports = {};", "react")).toThrow("no longer");
});
