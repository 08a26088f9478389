import { expect, test } from "vitest";
import { readDelivery } from "./delivery-config.ts";

const SMTP = {
  SMTP_URL: "smtps://gate:hunter2@mail.example.cn:465",
  MAIL_FROM: "学门 <gate@example.cn>",
};
const SMS = {
  ALIYUN_SMS_ACCESS_KEY_ID: "id",
  ALIYUN_SMS_ACCESS_KEY_SECRET: "hunter2",
  ALIYUN_SMS_SIGN_NAME: "学门",
  ALIYUN_SMS_TEMPLATE_CODE: "SMS_1",
};

test("nothing is delivered unless it is configured", () => {
  expect(readDelivery({ SMTP_URL: " " }, [])).toEqual({});
});

test("both", () => {
  const faults: string[] = [];
  expect(readDelivery({ ...SMTP, ...SMS }, faults)).toEqual({
    smtp: { url: SMTP.SMTP_URL, from: SMTP.MAIL_FROM },
    aliyunSms: {
      accessKeyId: "id",
      accessKeySecret: "hunter2",
      signName: "学门",
      templateCode: "SMS_1",
      endpoint: "https://dysmsapi.aliyuncs.com",
    },
  });
  expect(faults).toEqual([]);
});

test("with a template for notices", () => {
  const { aliyunSms } = readDelivery({ ...SMS, ALIYUN_SMS_NOTICE_TEMPLATE_CODE: " SMS_2 " }, []);
  expect(aliyunSms?.noticeTemplateCode).toBe("SMS_2");
});

test.each([
  [{ ...SMTP, MAIL_FROM: "" }, "缺少 MAIL_FROM"],
  [{ MAIL_FROM: SMTP.MAIL_FROM }, "缺少 SMTP_URL"],
  [{ ...SMTP, SMTP_URL: "http://gate:hunter2@mail.example.cn" }, "SMTP_URL 应为 smtp://"],
  [{ ...SMTP, SMTP_URL: "mail.example.cn:hunter2" }, "SMTP_URL 应为 smtp://"],
  [{ ...SMTP, MAIL_FROM: "学门" }, "MAIL_FROM 的值“学门”无法使用"],
  [{ ...SMTP, MAIL_FROM: "a@b.cn\r\nBcc: c@d.cn" }, "MAIL_FROM"],
  [{ ...SMS, ALIYUN_SMS_SIGN_NAME: "" }, "缺少 ALIYUN_SMS_SIGN_NAME"],
  [{ ALIYUN_SMS_ACCESS_KEY_SECRET: "hunter2" }, "缺少 ALIYUN_SMS_ACCESS_KEY_ID、"],
  [{ ALIYUN_SMS_NOTICE_TEMPLATE_CODE: "SMS_2" }, "ALIYUN_SMS_NOTICE_TEMPLATE_CODE 要和"],
  [{ ...SMS, ALIYUN_SMS_ENDPOINT: "dysmsapi" }, "ALIYUN_SMS_ENDPOINT 应为 https://"],
])("%j: %s", (environment, sentence) => {
  const faults: string[] = [];
  readDelivery(environment, faults);
  expect(faults).toHaveLength(1);
  expect(faults[0]).toContain(sentence);
  expect(faults[0]).not.toContain("hunter2");
});
