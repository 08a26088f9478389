import { useLayoutEffect, useRef, useState, type FormEvent, type ReactNode } from "react";
import { Button } from "../../web/src/ui/button.tsx";
import { TextField } from "../../web/src/ui/text-field.tsx";
import css from "./password-ask.module.css";
import { useAct } from "./use-act.ts";

/**
 * Asks for the password before something that whoever sits at an open page must not do. With a title it stands framed by
 * itself; without, inside what has both already.
 */
export function PasswordAsk({
  title,
  label = "登录密码",
  hint,
  button,
  other,
  children,
  onPassword,
  onCancel,
}: {
  title?: string;
  label?: string;
  hint?: string;
  button: string;
  /** Another way, beside the buttons. */
  other?: ReactNode;
  children?: ReactNode;
  onPassword: (password: string) => Promise<void>;
  onCancel: () => void;
}) {
  const form = useRef<HTMLFormElement>(null);
  const [password, setPassword] = useState("");
  const { busy, fault, setFault, act } = useAct();
  // not a moment later: a focus that came after the person's own would put the password into another field
  useLayoutEffect(() => form.current?.querySelector("input")?.focus(), []);

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (password === "") setFault(`请输入${label}`);
    else void act(() => onPassword(password));
  }

  return (
    <form
      ref={form}
      className={title === undefined ? undefined : css["framed"]}
      noValidate
      aria-label={title}
      onSubmit={onSubmit}
    >
      {children}
      <TextField
        label={label}
        type="password"
        hint={hint}
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
        {other}
      </div>
    </form>
  );
}
