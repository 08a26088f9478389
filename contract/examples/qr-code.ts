import type { ExamplesOf } from "./example.ts";

const CODE = "Jx3vQ0c2m8Yb5tK1sN7wZ4aR6dF9gH-uE_pLoXiTqVk";

export const QR_CODE_EXAMPLES: ExamplesOf<
  "createQrCode" | "readQrStatus" | "scanQrCode" | "confirmQrCode"
> = {
  createQrCode: {
    description:
      "登录页面取得一个二维码，两分钟内有效，只能用一次。id 只由本页面用来查询状态，二维码里没有它，拍下二维码的人拿不到登录结果；结果还与一个 Cookie 绑定，只发给请求二维码的浏览器。",
    input: {},
    answer: {
      id: "p8Yk2Lq7Zs1Xw4Vb9Nc3Md6Tf0Rg5Hj-uE_aSoIiUyT",
      content: `https://gate.example.cn/platformEntry/#/qr/${CODE}`,
      expires_in: 120,
    },
  },
  readQrStatus: {
    description:
      "每两秒查询一次即可。scanned 时给出扫码的人；confirmed 时 login 与登录的回答相同，只给一次，此后为 expired。不存在、已用过、别的浏览器的二维码都按 expired 回答。",
    input: { id: "p8Yk2Lq7Zs1Xw4Vb9Nc3Md6Tf0Rg5Hj-uE_aSoIiUyT" },
    answer: { status: "scanned", scanned_by: { name: "林岚", avatar: null } },
  },
  scanQrCode: {
    description:
      "已登录的人扫到二维码后调用，取得请求登录的设备的情况。第一个扫码的人才能确认；再扫一次也可以。已失效或已被别人扫过时以 40003 拒绝。",
    input: { code: CODE },
    answer: {
      device: "Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/139.0.0.0",
      client: "web",
      ip: "10.20.30.40",
      same_network: true,
      ends_this: false,
      created_at: "2026-11-20T08:00:00.000Z",
      expires_in: 97,
    },
  },
  confirmQrCode: {
    description:
      "由扫码的本人确认，agreed 为 false 时拒绝。还需同意协议时以 40004 拒绝，data.agreements 列出要同意的版本，随后在 check.consents 中带上它们再试。",
    input: { code: CODE, agreed: true },
    answer: { status: "confirmed" },
  },
};
