import { useState } from "react";
import { endPersonSessions, type OwnProof, resetPersonFactors } from "#contract";
import { Button } from "../../../web/src/ui/button.tsx";
import { useModule } from "../../kit/react-module.tsx";
import { ProvenConfirm } from "../sheets/proven-confirm.tsx";
import { SidePanel } from "../shell/side-panel.tsx";
import css from "./person.module.css";
import type { PartOf } from "./person.tsx";

const ACTS = {
  factors: {
    button: "取消两步验证…",
    act: (name: string) => `取消“${name}”的两步验证`,
    words:
      "验证器、通行密钥和恢复码都会失效，所有设备上的登录都会退出；之后用密码登录，再重新设置。",
    done: "两步验证已取消",
  },
  sessions: {
    button: "结束所有登录…",
    act: (name: string) => `结束“${name}”在所有设备上的登录`,
    words: "包括记住账号的设备；密码不变，可以重新登录。",
    done: "登录已全部结束",
  },
} as const;

/** Resets second factors and ends sign-ins (AD-12). */
export function AccessActs({ person, onChanged }: PartOf) {
  const { send, notify } = useModule();
  const [open, setOpen] = useState<keyof typeof ACTS>();
  const { id: user_id, name, can } = person;
  const isSignedIn = person.sessions.length > 0 || person.remembered_devices > 0;
  const shown = (["factors", "sessions"] as const).filter((act) =>
    act === "factors"
      ? can.includes("factor") && person.factors.length > 0
      : can.includes("session") && isSignedIn,
  );
  const ask = (act: keyof typeof ACTS) => async (proof: OwnProof) => {
    await send(act === "factors" ? resetPersonFactors : endPersonSessions, { user_id, ...proof });
    setOpen(undefined);
    notify(ACTS[act].done, "success");
    onChanged();
  };
  if (shown.length === 0) return null;
  return (
    <div className={css["keys"]}>
      {shown.map((act) => (
        <Button key={act} look="quiet" aria-haspopup="dialog" onClick={() => setOpen(act)}>
          {ACTS[act].button}
        </Button>
      ))}
      {open === undefined ? null : (
        <SidePanel title={name} onClose={() => setOpen(undefined)}>
          <ProvenConfirm
            act={ACTS[open].act(name)}
            ask={ask(open)}
            onCancel={() => setOpen(undefined)}
          >
            <p>{ACTS[open].words}</p>
          </ProvenConfirm>
        </SidePanel>
      )}
    </div>
  );
}
