import { useLayoutEffect, useRef, useState, type FormEvent } from "react";
import { TextField } from "../../web/src/ui/text-field.tsx";
import { ContactKeys, NewContact } from "./contact-parts.tsx";
import type { Contact } from "./contact-row.tsx";
import css from "./form.module.css";
import type { Fault } from "./rules.ts";
import { useSaving, WRONG_PASSWORD } from "./use-saving.ts";

/** A new contact with the password, where no code reaches people: it is not verified by that. */
export function ContactByPassword({
  contact,
  onSaved,
  onRemove,
  onCancel,
}: {
  contact: Contact;
  onSaved: () => void;
  onRemove: (() => void) | undefined;
  onCancel: () => void;
}) {
  const { field, name, tidy, faultOf } = contact;
  const form = useRef<HTMLFormElement>(null);
  const [value, setValue] = useState("");
  const [password, setPassword] = useState("");
  const [faults, setFaults] = useState<{ value?: Fault; password?: Fault }>({});
  const { busy, save } = useSaving();
  useLayoutEffect(() => form.current?.querySelector("input")?.focus(), []);

  async function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    const tidied = tidy(value);
    const wrong = {
      value: tidied === "" ? `请输入${name}` : faultOf(tidied),
      password: password === "" ? "请输入登录密码" : undefined,
    };
    setFaults(wrong);
    if (wrong.value !== undefined || wrong.password !== undefined) return;
    const refused = await save({ [field]: tidied, old_password: password });
    if (refused === null) return onSaved();
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
      <NewContact contact={contact} value={value} fault={faults.value} onChange={setValue} />
      <TextField
        label="登录密码"
        type="password"
        value={password}
        error={faults.password}
        autoComplete="current-password"
        onChange={({ target }) => setPassword(target.value)}
      />
      <ContactKeys name={name} verb="保存" busy={busy} onCancel={onCancel} onRemove={onRemove} />
    </form>
  );
}
