import { useLayoutEffect, useRef, useState, type FormEvent, type ReactNode } from "react";
import { Button } from "../../web/src/ui/button.tsx";
import { TextField } from "../../web/src/ui/text-field.tsx";
import css from "./form.module.css";
import { useAct } from "./use-act.ts";

/** Asks for the password before something that whoever sits at an open page must not do. */
export function PasswordAsk({
  title,
  button,
  children,
  onPassword,
  onCancel,
}: {
  title: string;
  button: string;
  children?: ReactNode;
  onPassword: (password: string) => Promise<void>;
  onCancel: () => void;
}) {
  const form = useRef<HTMLFormElement>(null);
  const [password, setPassword] = useState("");
  const { busy, fault, refuse, act } = useAct();
  // not a moment later: a focus that came after the person's own would put the password into another field
  useLayoutEffect(() => form.current?.querySelector("input")?.focus(), []);

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (password === "") refuse("请输入登录密码");
    else void act(() => onPassword(password));
  }

  return (
    <form ref={form} className={css["inset"]} noValidate aria-label={title} onSubmit={onSubmit}>
      {children}
      <TextField
        label="登录密码"
        type="password"
        value={password}
        error={fault}
        autoComplete="current-password"
        onChange={({ target }) => setPassword(target.value)}
      />
      <div className={css["actions"]}>
        <Button look="primary" type="submit" busy={busy}>
          {button}
        </Button>
        <Button onClick={onCancel}>取消</Button>
      </div>
    </form>
  );
}
