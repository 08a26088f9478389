import { useLayoutEffect, useRef, useState, type FormEvent } from "react";
import { CODE_AGAIN_SECONDS, codeFault } from "#contract";
import type { CodeWays } from "../../web/src/features/module-container/platform-module.ts";
import { Button } from "../../web/src/ui/button.tsx";
import { CodeField } from "../../web/src/ui/code-field.tsx";
import { DemoOutbox } from "../../web/src/ui/demo-outbox.tsx";
import { TextField } from "../../web/src/ui/text-field.tsx";
import { useModule } from "../kit/react-module.tsx";
import { useAct } from "../kit/use-act.ts";
import css from "./form.module.css";
import { contactFaultAt, waitIn, type Contact, type ContactFaults } from "./rules.ts";
import { refusalIn, useSave } from "./use-save.ts";

/**
 * Form for a contact, verified by a code sent to it (ID-09): a new one, or the stored one. Where the session has seen no
 * proof of the person for a while, it also asks for the password: a code proves only who holds the phone. Where no codes
 * are delivered, a new one is saved by the password, and stays unverified.
 */
export function ContactForm({
  contact: { field, name, type, tidy, faultOf },
  ways,
  onFile,
  onSaved,
  onRemove,
  onCancel,
}: {
  contact: Contact;
  ways: CodeWays;
  /** The stored one, to be verified; undefined for a new one. */
  onFile: string | undefined;
  onSaved: () => void;
  onRemove: (() => void) | undefined;
  onCancel: () => void;
}) {
  const byCode = ways.channels.includes(field);
  const { askForCode, explain } = useModule();
  const form = useRef<HTMLFormElement>(null);
  const [value, setValue] = useState(onFile ?? "");
  const [code, setCode] = useState("");
  const [password, setPassword] = useState(byCode ? undefined : "");
  const save = useSave();
  const {
    busy,
    fault: faults = {},
    setFault: setFaults,
    act,
  } = useAct<ContactFaults>((text, error) => {
    const at = contactFaultAt(refusalIn(error), byCode);
    if (at !== "password" || password !== undefined) return { [at]: text };
    setPassword("");
    return undefined;
  });
  const wantedLater = byCode && password !== undefined;
  useLayoutEffect(() => {
    const place = wantedLater ? "[type=password]" : "input";
    form.current?.querySelector<HTMLElement>(place)?.focus();
  }, [wantedLater]);

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

  async function saveIt(): Promise<ContactFaults | undefined> {
    const wrong: ContactFaults = {
      value: faultOfValue(),
      code: byCode ? codeFault(code.trim()) : undefined,
      password: password === "" ? "请输入登录密码" : undefined,
    };
    if (Object.values(wrong).some((fault) => fault !== undefined)) return wrong;
    await save({
      [field]: tidy(value),
      ...(byCode ? { code: code.trim() } : {}),
      ...(password === undefined ? {} : { old_password: password }),
    });
    onSaved();
    return undefined;
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    void act(saveIt);
  }

  return (
    <form
      ref={form}
      className={css["inset"]}
      noValidate
      aria-label={`${onFile === undefined ? "修改" : "验证"}${name}`}
      onSubmit={onSubmit}
    >
      {onFile === undefined ? (
        <TextField
          label={`新${name}`}
          type={type}
          value={value}
          error={faults.value}
          autoComplete={type}
          onChange={({ target }) => setValue(target.value)}
        />
      ) : (
        <p className={css["fixed"]}>
          <span className={css["legend"]}>{name}</span>
          <span className={css["value"]}>{onFile}</span>
        </p>
      )}
      {byCode ? (
        <>
          <CodeField
            label="验证码"
            value={code}
            error={faults.code ?? (onFile === undefined ? undefined : faults.value)}
            onAsk={ask}
            onChange={({ target }) => setCode(target.value)}
          />
          <DemoOutbox href={ways.outbox} />
        </>
      ) : null}
      {password === undefined ? null : (
        <TextField
          label="登录密码"
          type="password"
          hint={byCode ? "离上次输入密码有一会儿了，请再输一次" : undefined}
          value={password}
          error={faults.password}
          autoComplete="current-password"
          onChange={({ target }) => setPassword(target.value)}
        />
      )}
      <div className={css["actions"]}>
        <Button look="primary" type="submit" busy={busy}>
          {onFile === undefined ? "保存" : "验证"}
        </Button>
        <Button onClick={onCancel}>取消</Button>
        {onRemove === undefined ? null : (
          <Button look="quiet" onClick={onRemove}>
            删去{name}
          </Button>
        )}
      </div>
    </form>
  );
}
