import { useState } from "react";
import { exportData } from "#contract";
import { Button } from "../../web/src/ui/button.tsx";
import { useModule } from "../kit/react-module.tsx";
import css from "./data-part.module.css";
import { PasswordAsk } from "./password-ask.tsx";
import { isPasswordWanted, saveAs } from "./take-along.ts";
import { useAct } from "./use-act.ts";

/** Makes an export ready and lets the browser fetch it; the password is asked for when it was given long ago. */
export function ExportRow({ childId }: { childId: string | undefined }) {
  const { send, notify } = useModule();
  const [asking, setAsking] = useState(false);
  const { busy, fault, act } = useAct();

  async function fetchIt(password?: string) {
    const { url } = await send(exportData, {
      ...(childId !== undefined && { child_id: childId }),
      ...(password !== undefined && { password }),
    });
    setAsking(false);
    saveAs(url);
    notify("开始下载，请在浏览器的下载里查看", "success");
  }

  if (asking) {
    return (
      <PasswordAsk
        title="导出数据"
        button="导出"
        onPassword={fetchIt}
        onCancel={() => setAsking(false)}
      >
        <p className={css["soft"]}>离上次输入密码有一会儿了，请再输一次你自己的登录密码。</p>
      </PasswordAsk>
    );
  }
  return (
    <>
      <Button
        busy={busy}
        onClick={() =>
          void act(async () => {
            try {
              await fetchIt();
            } catch (error) {
              if (!isPasswordWanted(error)) throw error;
              setAsking(true);
            }
          })
        }
      >
        导出
      </Button>
      <p className={css["fault"]} role="alert">
        {fault}
      </p>
    </>
  );
}
