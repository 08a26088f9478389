import { useState } from "react";
import { type AnswerOf, giveTransfer, TRANSFER_DAYS } from "#contract";
import { Button } from "../../../web/src/ui/button.tsx";
import { useModule } from "../../kit/react-module.tsx";
import { useAct } from "../../kit/use-act.ts";
import { SidePanel } from "../shell/side-panel.tsx";
import { dayText } from "../shell/words.ts";
import css from "../sheets/sheets.module.css";

/** 「转学…」: lets a pupil go with a code, by which another school takes them in (AD-15). */
export function GiveTransfer({
  user,
  name,
  school,
  schoolName,
}: {
  user: string;
  name: string;
  school: string;
  schoolName: string;
}) {
  const { send } = useModule();
  const [open, setOpen] = useState(false);
  const [given, setGiven] = useState<AnswerOf<typeof giveTransfer>>();
  const { busy, fault, act } = useAct();
  const give = () =>
    act(async () => setGiven(await send(giveTransfer, { user_id: user, school_id: school })));
  const close = () => {
    setOpen(false);
    setGiven(undefined);
  };
  return (
    <>
      <Button
        look="quiet"
        aria-label={`转学…：${schoolName}`}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        转学…
      </Button>
      {open ? (
        <SidePanel title={`转学：${name}`} onClose={close}>
          <div className={css["words"]}>
            {given === undefined ? (
              <>
                <p className={css["sentence"]}>将为“{name}”开出转学码</p>
                <p>
                  把转学码交给家长，新学校在“人员”里用“接收转学…”输入它，就能接走这位学生：账号和登录方式不变，在
                  {schoolName}
                  的班级和身份结束，本校的记录留在本校。
                </p>
                <p>
                  在新学校接收之前什么都不变。转学码 {TRANSFER_DAYS}{" "}
                  天内有效，再开一次时，以前的作废。
                </p>
              </>
            ) : (
              <>
                <p>转学码（只显示这一次）：</p>
                <p className={css["sentence"]} role="status">
                  {given.code}
                </p>
                <p>{dayText(given.expires_at)}之前有效。</p>
              </>
            )}
          </div>
          <p role="alert" className={css["fault"]}>
            {fault}
          </p>
          <div className={css["keys"]}>
            {given === undefined ? (
              <Button look="primary" busy={busy} onClick={() => void give()}>
                开出转学码
              </Button>
            ) : null}
            <Button onClick={close}>{given === undefined ? "不转了" : "完成"}</Button>
          </div>
        </SidePanel>
      ) : null}
    </>
  );
}
