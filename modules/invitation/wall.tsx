import type { Invitation } from "#contract";
import { Button } from "../../web/src/ui/button.tsx";
import { QrCode } from "../../web/src/ui/qr-code.tsx";
import { useModule } from "../kit/react-module.tsx";
import css from "./invitations.module.css";
import { addressOf, stateText, titleOf } from "./rules.ts";

/** One invitation as large as the screen: for the classroom's wall, and to be read aloud. */
export function Wall({ invitation }: { invitation: Invitation & { code: string } }) {
  const { href, base } = useModule();
  const { code, identity } = invitation;
  const page = new URL(base, window.location.origin).href;
  return (
    <section className={css["wall"]} aria-labelledby="wall-title">
      <a className={css["back"]} href={href()}>
        返回邀请码
      </a>
      <h2 id="wall-title" className={css["wallTitle"]}>
        {titleOf(invitation)}
      </h2>
      <div className={css["qr"]}>
        <QrCode content={addressOf(page, identity, code)} label={`扫码使用邀请码 ${code}`} />
      </div>
      <p className={css["wallCode"]} aria-label={`邀请码 ${spelled(code)}`}>
        {code}
      </p>
      <p>用手机相机扫码，或打开学门，点“注册”，输入邀请码。</p>
      <p className={css["soft"]}>{stateText(invitation)}</p>
      <Button className={css["print"]} onClick={() => window.print()}>
        打印
      </Button>
    </section>
  );
}

/** Letter by letter, for a screen reader. */
function spelled(code: string): string {
  return Array.from(code.replace("-", "")).join(" ");
}
