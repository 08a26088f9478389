import { useLayoutEffect, useRef, useState, type FormEvent } from "react";
import { CODE_AGAIN_SECONDS } from "#contract";
import { CodeField } from "../../web/src/ui/code-field.tsx";
import { TextField } from "../../web/src/ui/text-field.tsx";
import { useModule } from "../kit/react-module.tsx";
import { ContactKeys, NewContact } from "./contact-parts.tsx";
import type { Contact } from "./contact-row.tsx";
import css from "./form.module.css";
import { codeFault, contactFaultAt, waitIn, type ContactFaults } from "./rules.ts";
import { useSaving } from "./use-saving.ts";

/**
 * A contact proved by a code that goes there (ID-09): a new one, or the one on file as it is. Where the session has seen no
 * proof of the person for a while, the password is wanted beside it: a code proves only who holds the phone.
 */
export function ContactByCode({
  contact,
  outbox,
  onFile,
  onSaved,
  onRemove,
  onCancel,
}: {
  contact: Contact;
  /** Where the demo shows its codes. */
  outbox: string | null;
  /** The one on file, to be verified; undefined: another one. */
  onFile: string | undefined;
  onSaved: () => void;
  onRemove: (() => void) | undefined;
  onCancel: () => void;
}) {
  const { askForCode, explain } = useModule();
  const { field, name, tidy, faultOf } = contact;
  const form = useRef<HTMLFormElement>(null);
  const [value, setValue] = useState(onFile ?? "");
  const [code, setCode] = useState("");
  const [password, setPassword] = useState<string>();
  const [faults, setFaults] = useState<ContactFaults>({});
  const { busy, save } = useSaving();
  const wantsPassword = password !== undefined;
  useLayoutEffect(() => {
    const place = wantsPassword ? "[type=password]" : "input";
    form.current?.querySelector<HTMLElement>(place)?.focus();
  }, [wantsPassword]);

  const faultOfValue = () => (tidy(value) === "" ? `请输入${name}` : faultOf(tidy(value)));

  async function ask(): Promise<number> {
    const wrong = faultOfValue();
    setFaults({ value: wrong });
    if (wrong !== undefined) return 0;
    try {
      await askForCode(tidy(value), "bind");
      return CODE_AGAIN_SECONDS;
    } catch (error) {
      setFaults({ value: explain(error) });
      return waitIn(error);
    }
  }

  async function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    const wrong: ContactFaults = {
      value: faultOfValue(),
      code: codeFault(code.trim()),
      password: password === "" ? "请输入登录密码" : undefined,
    };
    setFaults(wrong);
    if (Object.values(wrong).some((fault) => fault !== undefined)) return;
    const proof = password === undefined ? {} : { old_password: password };
    const refused = await save({ [field]: tidy(value), code: code.trim(), ...proof });
    if (refused === null) return onSaved();
    const at = contactFaultAt(refused);
    if (at === "password" && !wantsPassword) setPassword("");
    else setFaults({ [at]: refused.text });
  }

  const verb = onFile === undefined ? "修改" : "验证";
  return (
    <form
      ref={form}
      className={css["inset"]}
      noValidate
      aria-label={`${verb}${name}`}
      onSubmit={(event) => void onSubmit(event)}
    >
      {onFile === undefined ? (
        <NewContact contact={contact} value={value} fault={faults.value} onChange={setValue} />
      ) : (
        <p className={css["fixed"]}>
          <span className={css["legend"]}>{name}</span>
          <span className={css["value"]}>{onFile}</span>
        </p>
      )}
      <CodeField
        label="验证码"
        value={code}
        error={faults.code ?? (onFile === undefined ? undefined : faults.value)}
        onAsk={ask}
        onChange={({ target }) => setCode(target.value)}
      />
      {outbox === null ? null : (
        <p className={css["aside"]}>
          演示区不会真的发送，验证码在
          <a href={outbox} target="_blank" rel="noreferrer">
            演示收件箱
          </a>
          里。
        </p>
      )}
      {wantsPassword ? (
        <TextField
          label="登录密码"
          type="password"
          hint="离上次输入密码有一会儿了，请再输一次"
          value={password}
          error={faults.password}
          autoComplete="current-password"
          onChange={({ target }) => setPassword(target.value)}
        />
      ) : null}
      <ContactKeys
        name={name}
        verb={onFile === undefined ? "保存" : "验证"}
        busy={busy}
        onCancel={onCancel}
        onRemove={onRemove}
      />
    </form>
  );
}
