import { useLayoutEffect, useRef, useState, type FormEvent, type ReactNode } from "react";
import { Button } from "./button.tsx";
import { canUsePasskeys } from "./can-use-passkeys.ts";
import css from "./factor-form.module.css";
import { answerByPasskey, passkeyFault } from "./passkey.ts";
import { TextField } from "./text-field.tsx";
import { useAct } from "./use-act.ts";

export type Way = "totp" | "passkey" | "recovery";
type Answer = Awaited<ReturnType<typeof answerByPasskey>>;
export type Part = { totp: string } | { recovery: string } | { passkey: Answer };

const WORDS = {
  totp: {
    link: "改用动态码",
    text: "请打开手机上的验证器，输入它现在显示的 6 位数字。",
    label: "动态码",
    missing: "请输入 6 位数字",
  },
  passkey: {
    link: "改用通行密钥",
    text: "按提示使用指纹、面容、开机密码或安全钥匙。",
    label: "",
    missing: "",
  },
  recovery: {
    link: "手机不在身边？改用恢复码",
    text: "请输入设置两步验证时保存的一个恢复码，每个只能用一次。",
    label: "恢复码",
    missing: "请输入恢复码",
  },
} as const;

/** Passkey challenges that were used already: each is valid for one answer, and not for long. */
const asked = new WeakSet();

/** Form for the second factor, in one of the ways offered. `submit` resolves to the fault, or null. */
export function FactorForm({
  ways,
  passkey,
  renewPasskey,
  button,
  other,
  submit,
}: {
  ways: readonly Way[];
  /** The server's challenge for a passkey: `PublicKeyCredentialRequestOptionsJSON`. */
  passkey: object | undefined;
  /** Asks the server for another challenge; when none is needed any more, resolves as `submit`. */
  renewPasskey: () => Promise<object | string | null>;
  button: string;
  /** A button for a way that is no second factor, beside those for the others. */
  other?: ReactNode;
  submit: (part: Part) => Promise<string | null>;
}) {
  const open = ways.filter((way) => way !== "passkey" || canUsePasskeys());
  const [chosen, setChosen] = useState<Way>();
  const [typed, setTyped] = useState("");
  const { busy, fault, setFault, act } = useAct(() => "没有成功，请再试一次");
  const newest = useRef(passkey);
  const form = useRef<HTMLFormElement>(null);
  const way = chosen ?? open[0];
  useLayoutEffect(() => {
    // the button that chose it is gone, and the focus with it
    if (chosen !== undefined) form.current?.querySelector<HTMLElement>("input, button")?.focus();
  }, [chosen]);

  async function submitPasskey(): Promise<string | null> {
    if (newest.current === undefined || asked.has(newest.current)) {
      const renewed = await renewPasskey();
      if (renewed === null || typeof renewed === "string") return renewed;
      newest.current = renewed;
    }
    asked.add(newest.current);
    let answer: Answer;
    try {
      answer = await answerByPasskey(newest.current);
    } catch (error) {
      return passkeyFault(error);
    }
    return submit({ passkey: answer });
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (busy || way === undefined) return;
    if (way === "passkey") {
      void act(submitPasskey);
      return;
    }
    const text = typed.trim();
    if (text === "") setFault(WORDS[way].missing);
    else void act(() => submit(way === "totp" ? { totp: text } : { recovery: text }));
  }

  function choose(next: Way) {
    setChosen(next);
    setTyped("");
    setFault(undefined);
  }

  if (way === undefined) {
    return (
      <>
        <p className={css["text"]}>
          设置的是通行密钥，这个浏览器用不了它。请换一个浏览器，或用网站的域名打开。
        </p>
        <p className={css["others"]}>{other}</p>
      </>
    );
  }
  return (
    <form ref={form} noValidate onSubmit={onSubmit}>
      <p className={css["text"]}>{WORDS[way].text}</p>
      {way === "passkey" ? (
        <p className={css["fault"]} role="alert">
          {fault}
        </p>
      ) : (
        <TextField
          key={way}
          label={WORDS[way].label}
          value={typed}
          error={fault}
          autoComplete={way === "totp" ? "one-time-code" : "off"}
          inputMode={way === "totp" ? "numeric" : "text"}
          autoCapitalize="none"
          spellCheck={false}
          maxLength={way === "totp" ? 10 : 40}
          data-autofocus
          onChange={({ target }) => setTyped(target.value)}
        />
      )}
      <Button type="submit" look="primary" wide busy={busy}>
        {way === "passkey" ? "使用通行密钥" : button}
      </Button>
      <p className={css["others"]}>
        {open
          .filter((one) => one !== way)
          .map((one) => (
            <Button key={one} look="quiet" onClick={() => choose(one)}>
              {WORDS[one].link}
            </Button>
          ))}
        {other}
      </p>
    </form>
  );
}
