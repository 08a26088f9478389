import { expect, test } from "vitest";
import { signature } from "./aliyun-sms.ts";

/** The example in the service's own documentation of signatures. */
test("the signature is that of the published example", () => {
  const example = {
    AccessKeyId: "testId",
    Action: "SendSms",
    Format: "XML",
    OutId: "123",
    PhoneNumbers: "15300000001",
    RegionId: "cn-hangzhou",
    SignName: "阿里云短信测试专用",
    SignatureMethod: "HMAC-SHA1",
    SignatureNonce: "45e25e9b-0a6f-4070-8c85-2956eda1b466",
    SignatureVersion: "1.0",
    TemplateCode: "SMS_71390007",
    TemplateParam: '{"customer":"test"}',
    Timestamp: "2017-07-12T02:42:19Z",
    Version: "2017-05-25",
  };
  expect(signature("GET", example, "testSecret")).toBe("zJDF+Lrzhj/ThnlvIToysFRq6t4=");
});
