import { useEffect, useRef, useState, type FormEvent } from "react";
import { Button } from "../../web/src/ui/button.tsx";
import { TextField } from "../../web/src/ui/text-field.tsx";
import css from "./form.module.css";
import type { Fault } from "./rules.ts";
import { useSaving, WRONG_PASSWORD } from "./use-saving.ts";

/** A way to reach the person: shown masked, changed with the password. */
export function ContactRow({
  field,
  name,
  shown,
  type,
  tidy,
  faultOf,
}: {
  field: "mobile" | "email";
  name: string;
  shown: string | null;
  type: "tel" | "email";
  tidy: (typed: string) => string;
  faultOf: (value: string) => Fault;
}) {
  const [editing, setEditing] = useState(false);
  const back = useRef<HTMLDivElement>(null);
  const wasEditing = useRef(false);
  useEffect(() => {
    // The form is gone, and the focus with it: back to the button that opened it.
    if (wasEditing.current && !editing) back.current?.querySelector("button")?.focus();
    wasEditing.current = editing;
  }, [editing]);

  if (editing) {
    const parts = { field, name, type, tidy, faultOf };
    return <ContactForm {...parts} has={shown !== null} onDone={() => setEditing(false)} />;
  }
  return (
    <div ref={back} className={css["row"]}>
      <p className={css["pair"]}>
        <span className={css["legend"]}>{name}</span>
        <span>{shown ?? "未填写"}</span>
      </p>
      <Button
        aria-label={`${shown === null ? "填写" : "修改"}${name}`}
        onClick={() => setEditing(true)}
      >
        {shown === null ? "填写" : "修改"}
      </Button>
    </div>
  );
}

function ContactForm({
  field,
  name,
  type,
  has,
  tidy,
  faultOf,
  onDone,
}: {
  field: "mobile" | "email";
  name: string;
  type: "tel" | "email";
  has: boolean;
  tidy: (typed: string) => string;
  faultOf: (value: string) => Fault;
  onDone: () => void;
}) {
  const form = useRef<HTMLFormElement>(null);
  const [value, setValue] = useState("");
  const [password, setPassword] = useState("");
  const [faults, setFaults] = useState<{ value?: Fault; password?: Fault }>({});
  const { busy, save } = useSaving();
  useEffect(() => form.current?.querySelector("input")?.focus(), []);

  async function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    const tidied = tidy(value);
    const wrong = {
      value: !has && tidied === "" ? `请输入${name}` : faultOf(tidied),
      password: password === "" ? "请输入登录密码" : undefined,
    };
    setFaults(wrong);
    if (wrong.value !== undefined || wrong.password !== undefined) return;
    const refused = await save({ [field]: tidied, old_password: password });
    if (refused === null) return onDone();
    const ofPassword = refused.code === WRONG_PASSWORD || refused.field === "old_password";
    setFaults(ofPassword ? { password: refused.text } : { value: refused.text });
  }

  return (
    <form
      ref={form}
      className={css["inset"]}
      noValidate
      aria-label={`修改${name}`}
      onSubmit={(event) => void onSubmit(event)}
    >
      <TextField
        label={`新${name}`}
        type={type}
        value={value}
        error={faults.value}
        hint={has ? `留空则删去现有的${name}` : undefined}
        autoComplete={type}
        onChange={({ target }) => setValue(target.value)}
      />
      <TextField
        label="登录密码"
        type="password"
        value={password}
        error={faults.password}
        autoComplete="current-password"
        onChange={({ target }) => setPassword(target.value)}
      />
      <div className={css["actions"]}>
        <Button look="primary" type="submit" busy={busy}>
          保存
        </Button>
        <Button onClick={onDone}>取消</Button>
      </div>
    </form>
  );
}
