import { useLayoutEffect, useRef, useState } from "react";
import {
  monthDayText,
  resetPupilPassword,
  TEMPORARY_PASSWORD_DAYS,
  type AnswerOf,
  type OwnProof,
} from "#contract";
import { Button } from "../../web/src/ui/button.tsx";
import { ProofAsk, useProvenAct } from "./proof-ask.tsx";
import { useModule } from "./react-module.tsx";
import css from "./reset-pupil.module.css";
import { useFocusBack } from "./use-focus-back.ts";

type Reset = AnswerOf<typeof resetPupilPassword>;

/** 「重置密码」 beside a pupil: asks for confirmation, and shows the temporary password for the pupil's next sign-in (SE-11). */
export function ResetPupil({
  id,
  name,
  onReset,
}: {
  id: string;
  name: string;
  onReset?: () => void;
}) {
  const [open, setOpen] = useState(false);
  const [reset, setReset] = useState<Reset>();
  const back = useFocusBack(open);

  function close() {
    setOpen(false);
    if (reset !== undefined) onReset?.();
    setReset(undefined);
  }

  if (!open) {
    return (
      <Button ref={back} aria-label={`重置密码：${name}`} onClick={() => setOpen(true)}>
        重置密码
      </Button>
    );
  }
  return (
    <div className={css["panel"]} role="group" aria-label={`重置密码：${name}`}>
      {reset === undefined ? (
        <Confirm id={id} name={name} onDone={setReset} onCancel={close} />
      ) : (
        <Password reset={reset} onClose={close} />
      )}
    </div>
  );
}

function Confirm({
  id,
  name,
  onDone,
  onCancel,
}: {
  id: string;
  name: string;
  onDone: (reset: Reset) => void;
  onCancel: () => void;
}) {
  const { send } = useModule();
  const form = useRef<HTMLFormElement>(null);
  useLayoutEffect(() => form.current?.querySelector("button")?.focus(), []);

  const resetIt = async (proof: OwnProof) =>
    onDone(await send(resetPupilPassword, { user_id: id, ...proof }));
  const { busy, fault, wanted, start } = useProvenAct(resetIt);

  const question = (
    <>
      <p>为{name}设一个临时密码？</p>
      <p className={css["soft"]}>{name}的登录都会退出；用临时密码登录时，要先换成自己的新密码。</p>
    </>
  );
  if (wanted !== undefined) {
    return (
      <>
        {question}
        <ProofAsk
          title="再次确认身份"
          button="确认重置"
          wanted={wanted}
          ask={resetIt}
          onCancel={onCancel}
        />
      </>
    );
  }
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        start();
      }}
    >
      {question}
      <p role="alert">{fault}</p>
      <div className={css["actions"]}>
        <Button type="submit" look="primary" busy={busy}>
          确认重置
        </Button>
        <Button onClick={onCancel}>取消</Button>
      </div>
    </form>
  );
}

function Password({ reset, onClose }: { reset: Reset; onClose: () => void }) {
  const { name, account, password, valid_until } = reset;
  const shown = useRef<HTMLParagraphElement>(null);
  useLayoutEffect(() => shown.current?.focus(), []);
  return (
    <>
      <p ref={shown} tabIndex={-1}>
        请把临时密码告诉{name}：<span className={css["password"]}>{password}</span>
      </p>
      <p className={css["soft"]}>
        账号 {account}。{TEMPORARY_PASSWORD_DAYS} 天内有效（到 {monthDayText(valid_until)}
        ），离开后不再显示。
      </p>
      <div className={css["actions"]}>
        <Button look="primary" onClick={onClose}>
          已经告诉了
        </Button>
      </div>
    </>
  );
}
