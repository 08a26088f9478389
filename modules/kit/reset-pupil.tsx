import { useEffect, useRef, useState, type FormEvent } from "react";
import { resetPupilPassword, TEMPORARY_PASSWORD_DAYS, type AnswerOf } from "#contract";
import { Button } from "../../web/src/ui/button.tsx";
import { TextField } from "../../web/src/ui/text-field.tsx";
import { useModule } from "./react-module.tsx";
import css from "./reset-pupil.module.css";

const CHECK_WANTED = 40004;
type Reset = AnswerOf<typeof resetPupilPassword>;

/** 「重置密码」 beside a pupil: asks once more, and shows the temporary password that the pupil signs in with next (SE-11). */
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
  const place = useRef<HTMLSpanElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    // the panel is gone, and the focus with it: back to the button that opened it
    if (wasOpen.current && !open) place.current?.querySelector("button")?.focus();
    wasOpen.current = open;
  }, [open]);

  function close() {
    setOpen(false);
    if (reset !== undefined) onReset?.();
    setReset(undefined);
  }

  if (!open) {
    return (
      <span ref={place}>
        <Button aria-label={`重置密码：${name}`} onClick={() => setOpen(true)}>
          重置密码
        </Button>
      </span>
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
  const { send, explain, signal } = useModule();
  const [busy, setBusy] = useState(false);
  const [asked, setAsked] = useState(false);
  const [password, setPassword] = useState("");
  const [fault, setFault] = useState<string>();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector<HTMLElement>("input, button")?.focus(), [asked]);

  async function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    if (asked && password === "") return setFault("请输入你自己的登录密码");
    setBusy(true);
    setFault(undefined);
    try {
      onDone(await send(resetPupilPassword, { user_id: id, ...(asked ? { password } : {}) }));
    } catch (error) {
      if ((error as { code?: unknown }).code === CHECK_WANTED && !asked) setAsked(true);
      else setFault(explain(error));
    }
    if (!signal.aborted) setBusy(false);
  }

  return (
    <form ref={form} noValidate onSubmit={(event) => void onSubmit(event)}>
      <p>为{name}设一个临时密码？</p>
      <p className={css["soft"]}>{name}的登录都会退出；用临时密码登录时，要先换成自己的新密码。</p>
      {asked ? (
        <TextField
          label="你自己的登录密码"
          type="password"
          autoComplete="current-password"
          hint="离上次输入密码有一会儿了，请再输一次"
          value={password}
          error={fault}
          onChange={({ target }) => setPassword(target.value)}
        />
      ) : (
        <p role="alert">{fault}</p>
      )}
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
  useEffect(() => shown.current?.focus(), []);
  const until = new Date(valid_until).toLocaleDateString("zh-CN", {
    month: "long",
    day: "numeric",
  });
  return (
    <>
      <p ref={shown} tabIndex={-1}>
        请把临时密码告诉{name}：<span className={css["password"]}>{password}</span>
      </p>
      <p className={css["soft"]}>
        账号 {account}。{TEMPORARY_PASSWORD_DAYS} 天内有效（到 {until}），离开后不再显示。
      </p>
      <div className={css["actions"]}>
        <Button look="primary" onClick={onClose}>
          已经告诉了
        </Button>
      </div>
    </>
  );
}
