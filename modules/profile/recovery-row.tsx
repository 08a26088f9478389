import { useState } from "react";
import { renewRecoveryCodes } from "#contract";
import { Button } from "../../web/src/ui/button.tsx";
import { PasswordAsk } from "../kit/proof-ask.tsx";
import { useModule } from "../kit/react-module.tsx";
import { useFocusBack } from "../kit/use-focus-back.ts";
import { FactorRow } from "./factor-row.tsx";
import css from "./form.module.css";

/** Shows the number of recovery codes left, and replaces them with new ones. */
export function RecoveryRow({
  left,
  isShown,
  onChanged,
}: {
  left: number;
  /** True while fresh codes stand on the page; after them the focus goes to the button here. */
  isShown: boolean;
  onChanged: (said: string, codes?: readonly string[]) => void;
}) {
  const { send } = useModule();
  const [asking, setAsking] = useState(false);
  const back = useFocusBack(asking || isShown);
  if (!asking) {
    return (
      <FactorRow name="恢复码" times={null} none={left === 0 ? "已经用完" : `还剩 ${left} 个`}>
        <Button ref={back} aria-label="重新生成恢复码" onClick={() => setAsking(true)}>
          重新生成
        </Button>
      </FactorRow>
    );
  }
  return (
    <PasswordAsk
      title="重新生成恢复码"
      button="重新生成"
      onCancel={() => setAsking(false)}
      onPassword={async (password) => {
        const { recovery_codes } = await send(renewRecoveryCodes, { password });
        setAsking(false);
        onChanged("已生成新的恢复码", recovery_codes);
      }}
    >
      <p className={css["lead"]}>原来的恢复码会全部作废。</p>
    </PasswordAsk>
  );
}
