import { useEffect, useRef, useState, type FormEvent } from "react";
import { beginTotp, confirmTotp, removeFactor, type Factors, type TotpOffer } from "#contract";
import { Button } from "../../web/src/ui/button.tsx";
import { TextField } from "../../web/src/ui/text-field.tsx";
import { TotpSetup } from "../../web/src/ui/totp-setup.tsx";
import { PasswordAsk } from "../kit/proof-ask.tsx";
import { useModule } from "../kit/react-module.tsx";
import { useAct } from "../kit/use-act.ts";
import { useFocusBack } from "../kit/use-focus-back.ts";
import { FactorRow } from "./factor-row.tsx";
import css from "./form.module.css";

type Changed = (said: string, codes?: readonly string[]) => void;

/** The authenticator: set up with the password and its first code, removed with the password. */
export function TotpRow({ totp, onChanged }: { totp: Factors["totp"]; onChanged: Changed }) {
  const { send } = useModule();
  const [asking, setAsking] = useState(false);
  const [offer, setOffer] = useState<TotpOffer>();
  const back = useFocusBack(asking);
  const close = () => {
    setAsking(false);
    setOffer(undefined);
  };

  if (offer !== undefined) return <SetUp offer={offer} onClose={close} onChanged={onChanged} />;
  if (!asking) {
    return (
      <FactorRow name="验证器" times={totp} none="未设置">
        <Button
          ref={back}
          aria-label={totp === null ? "设置验证器" : "删除验证器"}
          onClick={() => setAsking(true)}
        >
          {totp === null ? "设置" : "删除"}
        </Button>
      </FactorRow>
    );
  }
  if (totp === null) {
    return (
      <PasswordAsk
        title="设置验证器"
        button="下一步"
        onCancel={close}
        onPassword={async (password) => setOffer(await send(beginTotp, { password }))}
      >
        <p className={css["lead"]}>验证器是手机上的一个应用，每 30 秒显示一个新的 6 位数字。</p>
      </PasswordAsk>
    );
  }
  return (
    <PasswordAsk
      title="删除验证器"
      button="确认删除"
      onCancel={close}
      onPassword={async (password) => {
        await send(removeFactor, { kind: "totp", password });
        close();
        onChanged("验证器已删除");
      }}
    />
  );
}

function SetUp({
  offer: { offer, uri, secret },
  onClose,
  onChanged,
}: {
  offer: TotpOffer;
  onClose: () => void;
  onChanged: Changed;
}) {
  const { send } = useModule();
  const [code, setCode] = useState("");
  const { busy, fault, setFault, act } = useAct();
  const form = useRef<HTMLFormElement>(null);
  // it takes the place of the form with the password
  useEffect(() => form.current?.focus(), []);

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (code.trim() === "") {
      setFault("请输入 6 位数字");
      return;
    }
    void act(async () => {
      const { recovery_codes } = await send(confirmTotp, { offer, code: code.trim() });
      onClose();
      onChanged("验证器已设置，其他设备已退出登录", recovery_codes);
    });
  }

  return (
    <form
      ref={form}
      className={css["inset"]}
      tabIndex={-1}
      noValidate
      aria-label="设置验证器"
      onSubmit={onSubmit}
    >
      <TotpSetup uri={uri} secret={secret} />
      <TextField
        label="动态码"
        value={code}
        error={fault}
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={10}
        onChange={({ target }) => setCode(target.value)}
      />
      <div className={css["actions"]}>
        <Button look="primary" type="submit" busy={busy}>
          完成设置
        </Button>
        <Button onClick={onClose}>取消</Button>
      </div>
    </form>
  );
}
