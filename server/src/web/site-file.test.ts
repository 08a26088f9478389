import { expect, test } from "vitest";
import { readSiteFile } from "./site-file.ts";

const NOWHERE = { dataDir: "/no/such/folder" };
const smtp = { url: "smtp://mail.example.cn", from: "gate@example.cn" };
const aliyunSms = {
  accessKeyId: "id",
  accessKeySecret: "hunter2",
  signName: "学门",
  templateCode: "SMS_1",
  endpoint: "https://sms.example.cn",
};

test.each([
  ["nothing", { demo: false }, []],
  ["a mail server", { demo: false, smtp }, ["email"]],
  ["short messages", { demo: false, aliyunSms }, ["mobile"]],
  ["both", { demo: false, smtp, aliyunSms }, ["mobile", "email"]],
])(
  "with %s codes reach people by it (SE-04), and the page learns nothing else",
  (_what, config, codes) => {
    expect(readSiteFile({ ...NOWHERE, ...config }, "/no/such/folder")).toBe(
      JSON.stringify({ codes, passkeys: true }),
    );
  },
);

test("the demo shows its codes", () => {
  expect(JSON.parse(readSiteFile({ ...NOWHERE, demo: true }, "/no/such/folder"))).toEqual({
    owner: "晨曦区教育局（演示）",
    codes: ["mobile", "email"],
    demo_outbox: "/demo/outbox",
    passkeys: true,
  });
});

test.each([
  [undefined, true],
  ["https://school.example.cn", true],
  ["http://localhost:7100", true],
  ["http://school.example.cn", false],
  ["https://10.1.2.3", false],
  ["https://[fd00::1]:8443", false],
])("served as %s, passkeys can sign in here: %s (SE-10)", (publicUrl, passkeys) => {
  const config = { ...NOWHERE, demo: false, ...(publicUrl !== undefined && { publicUrl }) };
  expect(JSON.parse(readSiteFile(config, "/no/such/folder"))).toEqual({ codes: [], passkeys });
});
