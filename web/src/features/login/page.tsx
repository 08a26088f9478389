import { useEffect, useRef, useState } from "react";
import { useStore } from "zustand/react";
import { pressAgain } from "../../platform/boot.ts";
import { platformEntry, type RememberedAccount } from "../../session/platform-entry.ts";
import { site } from "../../session/site.ts";
import { Button } from "../../ui/button.tsx";
import { canUsePasskeys } from "../../ui/can-use-passkeys.ts";
import { Checkbox } from "../../ui/checkbox.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { toast } from "../../ui/toast.ts";
import { Brand } from "./brand.tsx";
import css from "./page.module.css";
import { RememberedAccounts } from "./remembered-accounts.tsx";
import { waitText, type LoginFailure } from "./rules.ts";
import { useSignIn, type FormValues } from "./use-sign-in.ts";

const FIELD_IDS = { account: "account", password: "password", consent: "consent", form: "sign-in" };

let opens = false;

/** Loads a further way to sign in and opens it, once; a failed load is reported by the chunk guard. */
const show = (what: "openQrSignIn" | "openCodeSignIn" | "manageAccounts") => () => {
  if (opens) return;
  opens = true;
  const end = () => (opens = false);
  const load = async () => (await import("./on-demand.ts"))[what]();
  toast.during(load()).then(end, end);
};

/** Returns the form of sign-in that stands in the document before this one does. */
function drawnForm(): HTMLFormElement | null | undefined {
  if (typeof document === "undefined") return null;
  return document.getElementById(FIELD_IDS.account)?.closest("form");
}

/**
 * Sign-in (RT-02, SE-01, SE-02). The build draws it into index.html ahead of time, so its first render depends on
 * nothing; the fields keep their own values, so that nothing typed before the script came is lost.
 */
export default function LoginPage() {
  const form = useRef<HTMLFormElement>(null);
  const accounts = useStore(platformEntry, (entry) => entry.accounts);
  const { codes: byCode, passkeys, name: platform } = useStore(site);
  const byPasskey = passkeys && canUsePasskeys();
  const [agreed, setAgreed] = useState(false);
  // drawn anew where somebody else had altered it before the script came
  const [former] = useState(drawnForm);
  const {
    busy,
    failure,
    chosen,
    waitSeconds,
    goesOn,
    submit,
    submitPasskey,
    choose,
    clearFailure,
  } = useSignIn(showFailure);
  const waiting = waitSeconds > 0;

  function field(name: string): HTMLInputElement | null {
    const element = form.current?.elements.namedItem(name);
    return element instanceof HTMLInputElement ? element : null;
  }

  function takeOver(drawn: HTMLFormElement | null | undefined) {
    for (const { name, value, checked } of drawn?.querySelectorAll("input") ?? []) {
      const own = field(name);
      if (own !== null) Object.assign(own, { value, checked });
    }
  }

  function values(): FormValues {
    return {
      account: field("account")?.value ?? "",
      password: field("password")?.value ?? "",
      remember: field("remember")?.checked === true,
      agreed: field("consent")?.checked === true,
    };
  }

  function showFailure({ field: wrong }: LoginFailure) {
    const element = document.getElementById(FIELD_IDS[wrong]);
    element?.focus();
    // Typed over at once.
    if (element instanceof HTMLInputElement) element.select();
  }

  function signInAs(account: RememberedAccount) {
    const name = field("account");
    const password = field("password");
    const remember = field("remember");
    if (name === null || password === null || remember === null) return;
    name.value = account.username;
    password.value = "";
    remember.checked = true;
    choose(account);
    void submit(values(), account);
  }

  useEffect(() => {
    if (former !== form.current) takeOver(former);
    // Ticked, or even sent, before the script came.
    setAgreed(field("consent")?.checked === true);
    pressAgain(former, form.current);
  }, [former]);

  const errorAt = (name: LoginFailure["field"]) =>
    failure?.field === name ? failure.text : undefined;

  return (
    <main className={css["page"]}>
      <Brand />
      <div className={css["side"]}>
        <section className={css["card"]} aria-labelledby="sign-in-title">
          <h1 id="sign-in-title" className={css["title"]}>
            {`登录${platform}`}
          </h1>
          <form
            ref={form}
            method="post"
            noValidate
            onSubmit={(event) => {
              event.preventDefault();
              void submit(values());
            }}
            onInput={failure === null ? undefined : clearFailure}
          >
            <TextField
              label="账号"
              id={FIELD_IDS.account}
              name="account"
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={64}
              error={errorAt("account")}
            />
            <TextField
              label="密码"
              id={FIELD_IDS.password}
              name="password"
              type="password"
              autoComplete="current-password"
              maxLength={128}
              placeholder={chosen === null ? undefined : "此设备已记住，可直接登录"}
              error={errorAt("password")}
            />
            <div className={css["line"]}>
              <Checkbox label="记住账号" name="remember" />
              <a className={css["link"]} href="#/forget-pwd">
                忘记密码
              </a>
            </div>
            <Button
              id={FIELD_IDS.form}
              type="submit"
              look="primary"
              wide
              busy={busy}
              disabled={waiting}
            >
              {waiting ? waitText(waitSeconds, goesOn) : busy ? "正在登录…" : "登录"}
            </Button>
            <p className={css["error"]} role="alert">
              {errorAt("form")}
            </p>
            <RememberedAccounts
              accounts={accounts}
              disabled={busy || waiting}
              onPick={signInAs}
              onManage={show("manageAccounts")}
            />
            <div className={css["line"]}>
              <button type="button" className={css["link"]} onClick={show("openQrSignIn")}>
                扫码登录
              </button>
              {byCode ? (
                <button type="button" className={css["link"]} onClick={show("openCodeSignIn")}>
                  验证码登录
                </button>
              ) : null}
              {byPasskey ? (
                <button
                  type="button"
                  className={css["link"]}
                  onClick={() => void submitPasskey(agreed)}
                >
                  用通行密钥登录
                </button>
              ) : null}
              <a className={css["link"]} href="#/register">
                注册
              </a>
            </div>
            <Checkbox
              id={FIELD_IDS.consent}
              name="consent"
              className={css["consent"]}
              checked={agreed}
              onChange={(event) => setAgreed(event.target.checked)}
              invalid={failure?.field === "consent"}
              aria-describedby="consent-error"
              label={
                <>
                  我已阅读并同意
                  <a href="#/agreement/user" target="_blank">
                    《用户协议》
                  </a>
                  和
                  <a href="#/agreement/privacy" target="_blank">
                    《隐私政策》
                  </a>
                </>
              }
            />
            <p id="consent-error" className={css["error"]} role="alert">
              {errorAt("consent")}
            </p>
          </form>
        </section>
      </div>
    </main>
  );
}
