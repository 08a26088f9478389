import { useRef, useState, type FormEvent } from "react";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { useAct } from "../../ui/use-act.ts";
import css from "./page.module.css";
import { enrol, type Relation } from "./queries.ts";
import { RelationChoice } from "./relation-choice.tsx";
import {
  faultsIn,
  faultsOf,
  purposeOf,
  tidyAccount,
  tidyMobile,
  type Faults,
  type Preview,
  type Typed,
} from "./rules.ts";

/** Asks for the person's data. What was typed is the page's: a refusal, also one of the code, keeps it. */
export function PersonStep({
  preview,
  code,
  typed,
  onType,
  onBack,
  onDone,
}: {
  preview: Preview;
  code: string;
  typed: Typed;
  onType: (typed: Typed) => void;
  onBack: (why?: string) => void;
  onDone: () => void;
}) {
  const form = useRef<HTMLFormElement>(null);
  const [relation, setRelation] = useState<Relation>();
  const {
    busy,
    fault: faults = {},
    setFault,
    act,
  } = useAct<Faults>(
    (error) => {
      const refused = faultsIn(error);
      if (refused.invitation !== undefined) onBack(refused.invitation);
      else focusFirst(refused);
      return refused;
    },
    { once: true },
  );
  const pupil = preview.identity === "student";

  function focusFirst(found: Faults) {
    const first = Object.keys(found)[0] ?? "";
    const field = form.current?.elements.namedItem(first);
    if (field instanceof HTMLInputElement) field.focus();
  }

  async function register() {
    const mobile = tidyMobile(typed.mobile);
    await enrol({
      invitation: code,
      account: tidyAccount(typed.account),
      password: typed.password,
      name: typed.name.trim(),
      consents: preview.agreements.map(({ type, version }) => ({ type, version })),
      ...(mobile === "" ? {} : { mobile }),
      ...(relation === undefined ? {} : { relation }),
    });
    onDone();
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    const found = faultsOf(typed);
    setFault(found);
    focusFirst(found);
    if (Object.keys(found).length === 0) void act(register);
  }

  const field = (name: Exclude<keyof Typed, "agreed">) => ({
    name,
    value: typed[name],
    error: faults[name],
    className: css["field"],
    onChange: ({ target }: { target: HTMLInputElement }) =>
      onType({ ...typed, [name]: target.value }),
  });

  return (
    <form ref={form} method="post" noValidate onSubmit={onSubmit}>
      <p className={css["lead"]}>{purposeOf(preview)}</p>
      <TextField label="姓名" {...field("name")} autoComplete="name" hint="请填真实姓名" />
      <TextField
        label="账号"
        {...field("account")}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={64}
        hint="用来登录，例如姓名的拼音"
      />
      <TextField
        label="密码"
        type="password"
        {...field("password")}
        autoComplete="new-password"
        maxLength={128}
        hint="至少 8 位"
      />
      <TextField
        label="再输一次密码"
        type="password"
        {...field("again")}
        autoComplete="new-password"
        maxLength={128}
      />
      <TextField
        label={pupil ? "家长手机号（可不填）" : "手机号（可不填）"}
        type="tel"
        {...field("mobile")}
        autoComplete="tel"
      />
      {preview.kind === "child" ? <RelationChoice value={relation} onChoose={setRelation} /> : null}
      <Checkbox
        name="agreed"
        checked={typed.agreed}
        invalid={faults.agreed !== undefined}
        aria-describedby="agreed-fault"
        onChange={({ target }) => onType({ ...typed, agreed: target.checked })}
        label={
          <>
            {pupil ? "我已和家长一起阅读并同意" : "我已阅读并同意"}
            {preview.agreements.map(({ type, title }) => (
              <a key={type} href={`#/agreement/${type}`} target="_blank">
                《{title}》
              </a>
            ))}
          </>
        }
      />
      <p id="agreed-fault" className={css["fault"]} role="alert">
        {faults.agreed ?? faults.form}
      </p>
      <Button type="submit" look="primary" wide busy={busy}>
        {busy ? "正在注册…" : "注册并登录"}
      </Button>
      <Button look="quiet" wide onClick={() => onBack()}>
        换一个邀请码
      </Button>
    </form>
  );
}
