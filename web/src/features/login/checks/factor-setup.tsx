import { useState, type FormEvent } from "react";
import type { SetupWanted } from "#contract";
import { failureText } from "../../../api/failures.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { TotpSetup } from "../../../ui/totp-setup.tsx";
import { useAct } from "../../../ui/use-act.ts";
import type { CheckParts } from "./further-check.ts";

/** Sets up a second factor during sign-in, for administrators where the operator demands it (SE-10). */
export default function FactorSetup({ data, tryWith, onClose }: CheckParts) {
  const { offer, secret, uri } = data as unknown as SetupWanted;
  const [code, setCode] = useState("");
  const { busy, fault, act } = useAct(failureText);

  async function setUp(): Promise<string | null> {
    const typed = code.trim();
    return typed === "" ? "请输入 6 位数字" : tryWith({ setup: { offer, code: typed } });
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    void act(setUp);
  }

  return (
    <Dialog title="先设置两步验证" onClose={onClose}>
      <form noValidate onSubmit={onSubmit}>
        <p>您的身份可以管理学校。别人就算知道了密码，没有您的手机也进不来。</p>
        <TotpSetup uri={uri} secret={secret} />
        <TextField
          label="动态码"
          value={code}
          error={fault}
          autoComplete="one-time-code"
          inputMode="numeric"
          maxLength={10}
          data-autofocus
          onChange={({ target }) => setCode(target.value)}
        />
        <Button type="submit" look="primary" wide busy={busy}>
          完成设置并登录
        </Button>
      </form>
    </Dialog>
  );
}
