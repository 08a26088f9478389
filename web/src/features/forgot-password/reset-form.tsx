import { useLayoutEffect, useRef, type FormEvent } from "react";
import { useStore } from "zustand/react";
import { receiverOf } from "#contract";
import { codeChannels, demoOutbox, receiverLabel } from "../../session/code-channels.ts";
import { platformEntry } from "../../session/platform-entry.ts";
import { site } from "../../session/site.ts";
import { Button } from "../../ui/button.tsx";
import { CodeField } from "../../ui/code-field.tsx";
import { DemoOutbox } from "../../ui/demo-outbox.tsx";
import { TextField } from "../../ui/text-field.tsx";
import css from "./reset-form.module.css";
import { PASSWORD_RULES, type Field } from "./reset-rules.ts";
import { useReset } from "./use-reset.ts";

/** A new password by a code to the phone or address on file, where codes are delivered (SE-11). */
export default function ResetForm() {
  const reset = useReset();
  const place = useRef<HTMLDivElement>(null);
  const { step } = reset;
  const before = useRef(step);
  useLayoutEffect(() => {
    // the next step begins at its first field, or with what it says
    if (before.current !== step) {
      place.current?.querySelector<HTMLElement>("input, [tabindex]")?.focus();
    }
    before.current = step;
  }, [step]);
  return (
    <div ref={place} className={css["form"]}>
      {step === "who" ? <Who reset={reset} /> : null}
      {step === "password" ? <NewPassword reset={reset} /> : null}
      {step === "done" ? <Done /> : null}
    </div>
  );
}

type Reset = ReturnType<typeof useReset>;

function bound({ typed, faults, type }: Reset, field: Field) {
  return {
    name: field,
    value: typed[field],
    error: faults[field],
    onChange: ({ target }: { target: HTMLInputElement }) => type(field, target.value),
  };
}

function Who({ reset }: { reset: Reset }) {
  const channels = useStore(site, ({ file }) => file);
  return (
    <form noValidate onSubmit={(event) => held(event, reset.begin)}>
      <TextField
        label="账号"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={64}
        {...bound(reset, "account")}
      />
      <TextField
        label={receiverLabel(codeChannels(channels))}
        autoComplete="tel"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={100}
        className={css["hinted"]}
        hint="填写这个账号留下的号码"
        {...bound(reset, "receiver")}
      />
      <Button type="submit" look="primary" wide busy={reset.busy}>
        获取验证码
      </Button>
    </form>
  );
}

function NewPassword({ reset }: { reset: Reset }) {
  const file = useStore(site, (known) => known.file);
  const apiServer = useStore(platformEntry, ({ global }) => global.apiServer);
  const { account, receiver, fresh } = reset.typed;
  return (
    <form noValidate onSubmit={(event) => held(event, reset.finish)}>
      <p className={css["lead"]}>
        如果账号 {account.trim()} 留的是 {receiverOf(receiver)?.receiver}，验证码已经发出，5
        分钟内有效。
      </p>
      <DemoOutbox href={demoOutbox(file, apiServer)} />
      <CodeField label="验证码" wait={reset.wait} onAsk={reset.ask} {...bound(reset, "code")} />
      <TextField
        label="新密码"
        type="password"
        autoComplete="new-password"
        maxLength={128}
        {...bound(reset, "fresh")}
      />
      <ul className={css["rules"]} aria-label="新密码的要求">
        {PASSWORD_RULES.map(({ text, isMet }) => {
          const met = isMet(fresh, account);
          return (
            <li key={text} className={met ? css["met"] : undefined}>
              <span aria-hidden="true">{met ? "✓ " : "· "}</span>
              {text}
              <span className="visually-hidden">{met ? "，已满足" : ""}</span>
            </li>
          );
        })}
      </ul>
      <TextField
        label="再输一次新密码"
        type="password"
        autoComplete="new-password"
        maxLength={128}
        {...bound(reset, "again")}
      />
      <Button type="submit" look="primary" wide busy={reset.busy}>
        设置新密码
      </Button>
      <Button className={css["back"]} look="quiet" onClick={reset.back}>
        换一个账号或号码
      </Button>
    </form>
  );
}

function Done() {
  return (
    <div role="status">
      <p className={css["done"]} tabIndex={-1}>
        新密码已经设好
      </p>
      <p className={css["lead"]}>其他设备上的登录都已退出，请用新密码登录。</p>
      <a className={css["enter"]} href="#/login">
        去登录
      </a>
    </div>
  );
}

function held(event: FormEvent, work: () => Promise<unknown>): void {
  event.preventDefault();
  void work();
}
