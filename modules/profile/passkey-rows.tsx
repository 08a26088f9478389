import { useState } from "react";
import {
  beginPasskey,
  confirmPasskey,
  deviceName,
  removeFactor,
  type Factors,
  type InputOf,
} from "#contract";
import { Button } from "../../web/src/ui/button.tsx";
import { canUsePasskeys } from "../../web/src/ui/can-use-passkeys.ts";
import { makePasskey, passkeyFault } from "../../web/src/ui/passkey.ts";
import { TextField } from "../../web/src/ui/text-field.tsx";
import { PasswordAsk } from "../kit/proof-ask.tsx";
import { useModule } from "../kit/react-module.tsx";
import { Refused } from "../kit/use-act.ts";
import { useFocusBack } from "../kit/use-focus-back.ts";
import { FactorRow } from "./factor-row.tsx";
import css from "./form.module.css";

type Changed = (said: string, codes?: readonly string[]) => void;
type Kept = Factors["passkeys"][number];

/** Lists the person's passkeys (fingerprint, face or PIN of a device, or a security key); several may be kept. */
export function PasskeyRows({
  passkeys,
  onChanged,
}: {
  passkeys: readonly Kept[];
  onChanged: Changed;
}) {
  const [adding, setAdding] = useState(false);
  const back = useFocusBack(adding);
  return (
    <>
      {passkeys.map((passkey) => (
        <PasskeyRow key={passkey.id} passkey={passkey} onChanged={onChanged} />
      ))}
      {adding ? (
        <AddPasskey onClose={() => setAdding(false)} onChanged={onChanged} />
      ) : (
        <FactorRow
          name={passkeys.length === 0 ? "通行密钥" : "再添加一个通行密钥"}
          times={null}
          none={
            canUsePasskeys()
              ? "用这台设备的指纹、面容或开机密码，或一把安全钥匙；登录时可以不输密码"
              : "这个浏览器，或者用 IP 地址打开的平台，不能使用通行密钥"
          }
        >
          <Button
            ref={back}
            aria-label="添加通行密钥"
            disabled={!canUsePasskeys()}
            onClick={() => setAdding(true)}
          >
            添加
          </Button>
        </FactorRow>
      )}
    </>
  );
}

function PasskeyRow({ passkey, onChanged }: { passkey: Kept; onChanged: Changed }) {
  const { send } = useModule();
  const [asking, setAsking] = useState(false);
  const back = useFocusBack(asking);
  const { id, name } = passkey;
  if (!asking) {
    return (
      <FactorRow name={`通行密钥“${name}”`} times={passkey} none="">
        <Button ref={back} aria-label={`删除通行密钥“${name}”`} onClick={() => setAsking(true)}>
          删除
        </Button>
      </FactorRow>
    );
  }
  return (
    <PasswordAsk
      title={`删除通行密钥“${name}”`}
      button="确认删除"
      onCancel={() => setAsking(false)}
      onPassword={async (password) => {
        await send(removeFactor, { kind: "passkey", id, password });
        onChanged(`通行密钥“${name}”已删除`);
      }}
    />
  );
}

function AddPasskey({ onClose, onChanged }: { onClose: () => void; onChanged: Changed }) {
  const { send } = useModule();
  const [name, setName] = useState(() => deviceName("web", navigator.userAgent));

  async function add(password: string) {
    const { options } = await send(beginPasskey, { password });
    const response = await makePasskey(options).catch((error: unknown) => {
      throw new Refused(passkeyFault(error));
    });
    const input = { name: name.trim() || "通行密钥", response };
    const { recovery_codes } = await send(confirmPasskey, input as InputOf<typeof confirmPasskey>);
    onClose();
    onChanged("通行密钥已添加", recovery_codes);
  }

  return (
    <PasswordAsk title="添加通行密钥" button="添加" onCancel={onClose} onPassword={add}>
      <p className={css["lead"]}>
        接下来请跟着浏览器的提示做：按指纹、看一下镜头，或输入开机密码。
      </p>
      <TextField
        label="给它起个名字"
        value={name}
        maxLength={40}
        onChange={({ target }) => setName(target.value)}
      />
    </PasswordAsk>
  );
}
