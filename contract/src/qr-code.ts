import { Type, type Static } from "typebox";
import { declareCall } from "./call.ts";
import { Nothing, Nullable, Time } from "./schema.ts";
import { Consent, LoginAnswer } from "./session.ts";

/** The lifetime of a code, in seconds. */
export const QR_CODE_SECONDS = 120;
/** The interval in ms at which a page asks for the status of its code. */
export const QR_POLL_MS = 2000;
/** The path after `#` in the address of a QR code; the code follows it. */
export const QR_PATH = "/qr/";

/** `waiting` → `scanned` → `confirmed` or `refused`; `expired` also for a code that was used or never existed. */
export const QR_STATUSES = ["waiting", "scanned", "confirmed", "refused", "expired"] as const;
export const QrStatus = Type.Enum(QR_STATUSES);
export type QrStatus = Static<typeof QrStatus>;

const Code = Type.String({ minLength: 20, maxLength: 100, description: "二维码内容里的 code" });

/**
 * Makes a code for the browser that asks (SE-03). `id` is the page's own secret, by which it asks for the status;
 * `content` is what the QR code shows. Neither leads to the other. A cookie binds the answer to this browser.
 */
export const createQrCode = declareCall({
  method: "POST",
  path: "/dt-platform/v1/sso/qr_code/create",
  who: "anyone",
  summary: "为本页面生成一个扫码登录的二维码",
  feature: "session",
  sameSiteOnly: true,
  input: Nothing,
  answer: Type.Object({
    id: Type.String({ description: "查询状态用，只有本页面知道" }),
    content: Type.String({ description: "二维码的内容，是本平台的一个地址" }),
    expires_in: Type.Integer({ description: "多少秒后失效" }),
  }),
});

/** Reads the status of a code. `login` is given exactly once, to the browser that asked for the code, and uses it up. */
export const readQrStatus = declareCall({
  method: "GET",
  path: "/dt-platform/v1/sso/qr_code/status",
  who: "anyone",
  summary: "查询二维码的状态，被确认后取得登录结果",
  feature: "session",
  sameSiteOnly: true,
  input: Type.Object({ id: Type.String({ minLength: 1, maxLength: 100 }) }),
  answer: Type.Object({
    status: QrStatus,
    scanned_by: Type.Optional(
      Type.Object({ name: Type.String(), avatar: Nullable(Type.String()) }),
    ),
    login: Type.Optional(LoginAnswer),
  }),
});

/** The device that asks to be signed in, shown to the person who confirms or refuses it. */
export const QrRequest = Type.Object({
  device: Type.String({ description: "浏览器或客户端自报的名称（User-Agent）" }),
  client: Type.Enum(["web", "pc", "mobile"]),
  ip: Type.String(),
  same_network: Type.Boolean({ description: "与扫码的设备来自同一个网络" }),
  ends_this: Type.Boolean({
    description: "确认后，扫码设备上的登录会结束：同一类终端只有一处登录",
  }),
  created_at: Time,
  expires_in: Type.Integer({ description: "多少秒后失效" }),
});
export type QrRequest = Static<typeof QrRequest>;

/** Marks a code as scanned by the caller. Only the first person who scans it can confirm it. */
export const scanQrCode = declareCall({
  method: "POST",
  path: "/dt-platform/v1/sso/qr_code/scan",
  who: "self",
  summary: "扫到二维码：告诉等待的页面，并看到是哪台设备在请求登录",
  feature: "session",
  input: Type.Object({ code: Code }, { additionalProperties: false }),
  answer: QrRequest,
});

/** Confirms or refuses a sign-in. Refused with 40004 while an agreement in force lacks consent (SE-08). */
export const confirmQrCode = declareCall({
  method: "POST",
  path: "/dt-platform/v1/sso/qr_code/confirm",
  who: "self",
  summary: "确认或拒绝那台设备的登录请求",
  feature: "session",
  sameSiteOnly: true,
  input: Type.Object(
    {
      code: Code,
      agreed: Type.Optional(Type.Boolean({ description: "false：拒绝；缺省为确认" })),
      check: Type.Optional(
        Type.Object({ consents: Type.Optional(Type.Array(Consent, { maxItems: 10 })) }),
      ),
    },
    { additionalProperties: false },
  ),
  answer: Type.Object({ status: Type.Enum(["confirmed", "refused"]) }),
});
