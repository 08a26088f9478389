import type { ExamplesOf } from "./example.ts";
import { SESSION_EXAMPLES } from "./session.ts";

const CHALLENGE = "NWUwYzFkN2EuOW1YYjBRejNyWTZ0SzF3SjhWVTQ";
const PASSKEY_ID = "rM1hV3xTq0y8sKpZ2bNcWg";

export const PASSKEY_SIGN_IN_EXAMPLES: ExamplesOf<"beginPasskeyLogin" | "loginByPasskey"> = {
  beginPasskeyLogin: {
    description:
      "把 options 原样交给浏览器的 navigator.credentials.get。5 分钟内有效，只能用来登录一次；不指明是谁，由设备列出本人存在其中的通行密钥。",
    input: {},
    answer: {
      options: {
        challenge: CHALLENGE,
        rpId: "school.example",
        allowCredentials: [],
        userVerification: "required",
      },
    },
  },
  loginByPasskey: {
    description:
      "回答与账号密码登录相同，之后还需的步骤（consent、new_password）也相同，带上 check 用同一个应答再试；不再要两步验证，因为设备已经核对过指纹、面容或开机密码。没有核对的、不认识的、过期的、用过的，或没有这个人，都以同一句 40003 回答；错得太多以 42900 拒绝。",
    input: {
      passkey: {
        id: PASSKEY_ID,
        rawId: PASSKEY_ID,
        type: "public-key",
        response: {
          clientDataJSON: "eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0",
          authenticatorData: "SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2M",
          signature: "MEUCIQDx0S",
          userHandle: "dS1jaGVuamluZw",
        },
        clientExtensionResults: {},
      },
    },
    answer: SESSION_EXAMPLES.login.answer,
  },
};
