import { useState } from "react";
import { useStore } from "zustand/react";
import type { SharedAccount } from "#contract";
import { codeChannels, demoOutbox, receiverLabel } from "../../../session/code-channels.ts";
import { platformEntry } from "../../../session/platform-entry.ts";
import { site } from "../../../session/site.ts";
import { Avatar } from "../../../ui/avatar.tsx";
import { Button } from "../../../ui/button.tsx";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { CodeField } from "../../../ui/code-field.tsx";
import { DemoOutbox } from "../../../ui/demo-outbox.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import css from "./code-dialog.module.css";
import { useCodeSignIn } from "./use-code-sign-in.ts";

/** Sign-in by a code to a phone or an address (SE-04). */
export function CodeDialog({ onClose }: { onClose: () => void }) {
  const file = useStore(site, (known) => known.file);
  const apiServer = useStore(platformEntry, ({ global }) => global.apiServer);
  const [receiver, setReceiver] = useState("");
  const [code, setCode] = useState("");
  const [agreed, setAgreed] = useState(false);
  const { busy, faults, accounts, ask, submit, back } = useCodeSignIn();
  const values = { receiver: receiver.trim(), code: code.trim() };

  if (accounts.length > 0) {
    return (
      <Dialog key="accounts" title="请选择要登录的账号" onClose={onClose}>
        <p className={css["hint"]}>这个号码绑定了几个账号。</p>
        <Accounts
          accounts={accounts}
          disabled={busy}
          onPick={({ account }) => void submit(values, { agreed, account })}
        />
        <Button className={css["back"]} look="quiet" onClick={back}>
          返回
        </Button>
      </Dialog>
    );
  }
  return (
    <Dialog key="form" title="验证码登录" onClose={onClose}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit(values, { agreed });
        }}
      >
        <TextField
          label={receiverLabel(codeChannels(file))}
          name="receiver"
          autoComplete="tel"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={100}
          value={receiver}
          error={faults.receiver}
          className={css["hinted"]}
          hint="填写在个人中心留下的号码"
          onChange={({ target }) => setReceiver(target.value)}
        />
        <CodeField
          label="验证码"
          name="code"
          value={code}
          error={faults.code}
          onAsk={() => ask(values.receiver)}
          onChange={({ target }) => setCode(target.value)}
        />
        <DemoOutbox href={demoOutbox(file, apiServer)} />
        <Button type="submit" look="primary" wide busy={busy}>
          {busy ? "正在登录…" : "登录"}
        </Button>
        <Checkbox
          checked={agreed}
          onChange={({ target }) => setAgreed(target.checked)}
          invalid={faults.consent !== undefined}
          aria-describedby="code-consent-error"
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
        <p id="code-consent-error" className={css["error"]} role="alert">
          {faults.consent}
        </p>
      </form>
    </Dialog>
  );
}

function Accounts({
  accounts,
  disabled,
  onPick,
}: {
  accounts: readonly SharedAccount[];
  disabled: boolean;
  onPick: (account: SharedAccount) => void;
}) {
  return (
    <ul>
      {accounts.map((one) => (
        <li key={one.account}>
          <button
            type="button"
            className={css["account"]}
            disabled={disabled}
            onClick={() => onPick(one)}
          >
            <Avatar name={one.name} size={44} />
            <span className={css["words"]}>
              <strong>{one.name}</strong>
              <span className={css["soft"]}>{one.account}</span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
