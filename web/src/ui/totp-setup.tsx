import { QrCode } from "./qr-code.tsx";
import css from "./totp-setup.module.css";

/** Shows a new secret for an authenticator app: as a QR code and as text to type. */
export function TotpSetup({ uri, secret }: { uri: string; secret: string }) {
  return (
    <ol className={css["steps"]} data-secret>
      <li>
        在手机的应用商店安装一个验证器，例如“腾讯身份验证器”、Microsoft Authenticator 或 FreeOTP。
      </li>
      <li>
        在验证器里选择“扫一扫”，扫下面的二维码。
        <span className={css["picture"]}>
          <QrCode content={uri} label="给验证器扫的二维码" />
        </span>
        <a className={css["here"]} href={uri}>
          验证器就在这台手机上？直接打开
        </a>
        <details>
          <summary className={css["summary"]}>扫不了？手工输入密钥</summary>
          <code className={css["secret"]}>{secret.match(/.{1,4}/g)?.join(" ")}</code>
        </details>
      </li>
      <li>输入验证器现在显示的 6 位数字。</li>
    </ol>
  );
}
