import { Type, type Static } from "typebox";
import { declareCall } from "./call.ts";
import { CHANNELS } from "./receiver.ts";
import { Nothing, Nullable } from "./schema.ts";

/** E-mail, SMS and web push beside notices, by each person's choice (IN-05). */

const PATH = "/dt-platform/v1/user/notice-alerts";

const NoticeAlert = Type.Object({
  is_offered: Type.Boolean({ description: "平台能不能这样发" }),
  shown: Nullable(Type.String({ description: "发到哪里，打码；没有填写时为空" })),
  is_verified: Type.Boolean({ description: "本人验证过这个联系方式；没有验证过就不发" }),
  is_on: Type.Boolean({ description: "本人开启了" }),
});

export const NoticeAlerts = Type.Object({
  email: NoticeAlert,
  mobile: NoticeAlert,
  push: Type.Object(
    {
      key: Type.String({ description: "浏览器订阅推送用的公钥，base64url" }),
      is_on: Type.Boolean({ description: "这次登录所用的浏览器已经订阅" }),
      known: Nullable(
        Type.String({
          description:
            "这次登录订阅过的推送地址的 SHA-256（十六进制），没有订阅过时为空：浏览器自己换了地址，就由网页重新登记",
        }),
      ),
    },
    { description: "浏览器自己的通知" },
  ),
});
export type NoticeAlerts = Static<typeof NoticeAlerts>;

export const readNoticeAlerts = declareCall({
  method: "GET",
  path: PATH,
  who: "self",
  summary: "收到通知时，要不要邮件或短信提醒我",
  feature: "inbox",
  input: Nothing,
  answer: NoticeAlerts,
});

/** Chooses e-mail or SMS beside notices. Refuses to turn on what is not offered, or goes to a contact that is not verified. */
export const saveNoticeAlert = declareCall({
  method: "POST",
  path: `${PATH}/save`,
  who: "self",
  summary: "开启或关闭通知的邮件、短信提醒",
  feature: "inbox",
  input: Type.Object(
    {
      channel: Type.Enum([...CHANNELS], { description: "email 邮件，mobile 短信" }),
      is_on: Type.Boolean({ description: "开启或关闭" }),
    },
    { additionalProperties: false },
  ),
  answer: NoticeAlerts,
});

/** Letters of base64url; a browser's keys and addresses are no longer. */
const BASE64URL = "^[\\w-]+$";

/** Subscribes the browser of this session to web push beside notices; it ends with the session. */
export const savePush = declareCall({
  method: "POST",
  path: `${PATH}/push`,
  who: "self",
  summary: "用这个浏览器接收通知的推送",
  feature: "inbox",
  input: Type.Object(
    {
      endpoint: Type.String({
        pattern: "^https://",
        maxLength: 1000,
        description: "浏览器给出的推送地址",
      }),
      p256dh: Type.String({ pattern: BASE64URL, maxLength: 100, description: "浏览器的公钥" }),
      auth: Type.String({ pattern: BASE64URL, maxLength: 50, description: "浏览器的密码" }),
    },
    { additionalProperties: false },
  ),
  answer: Nothing,
});

export const endPush = declareCall({
  method: "POST",
  path: `${PATH}/push/end`,
  who: "self",
  summary: "不再用这个浏览器接收通知的推送",
  feature: "inbox",
  input: Nothing,
  answer: Nothing,
});
