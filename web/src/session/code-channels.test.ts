import { expect, test } from "vitest";
import { codeChannels, demoOutbox, receiverLabel } from "./code-channels.ts";

test.each([
  [{ codes: ["mobile", "email"] }, ["mobile", "email"], "手机号或邮箱"],
  [{ codes: ["email", "pigeon", 3] }, ["email"], "邮箱"],
  [{ codes: ["mobile"] }, ["mobile"], "手机号"],
  [{ codes: [] }, [], "手机号或邮箱"],
  [{}, [], "手机号或邮箱"],
  [null, [], "手机号或邮箱"],
  ["codes", [], "手机号或邮箱"],
])("%j: %j", (file, channels, label) => {
  expect(codeChannels(file)).toEqual(channels);
  expect(receiverLabel(codeChannels(file))).toBe(label);
});

test.each([
  [{ demo_outbox: "/demo/outbox" }, "", "/demo/outbox"],
  [{ demo_outbox: "/demo/outbox" }, "https://api.example.cn", "https://api.example.cn/demo/outbox"],
  [{ demo_outbox: "/demo/outbox" }, null, "/demo/outbox"],
  [{ demo_outbox: "javascript:alert(1)" }, "", null],
  [{}, "", null],
  [null, null, null],
])("the demo's outbox of %j", (file, apiServer, address) => {
  expect(demoOutbox(file, apiServer)).toBe(address);
});
