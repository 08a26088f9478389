import { useState } from "react";
import { useSession } from "../../session/session.ts";
import { Button } from "../../ui/button.tsx";
import { useAct } from "../../ui/use-act.ts";
import css from "./page.module.css";
import { redeem, type Relation } from "./queries.ts";
import { RelationChoice } from "./relation-choice.tsx";
import { faultsIn, purposeOf, type Preview } from "./rules.ts";

/** Shows what the code is for, before anything is given or gained. */
export function PurposeStep({
  preview,
  code,
  onBack,
  onRegister,
  onJoined,
}: {
  preview: Preview;
  code: string;
  onBack: (why?: string) => void;
  onRegister: () => void;
  onJoined: () => void;
}) {
  const name = useSession((state) => state.user?.name ?? state.authData?.name ?? "");
  const signedIn = useSession((state) => state.token !== null);
  const [relation, setRelation] = useState<Relation>();
  const { busy, fault, act } = useAct(
    (error) => {
      const { invitation, form } = faultsIn(error);
      return invitation ?? form;
    },
    { once: true },
  );
  const { kind } = preview;

  async function join() {
    await redeem(code, kind, relation);
    onJoined();
  }

  return (
    <>
      <p className={css["lead"]}>使用这个邀请码可以：</p>
      <p className={css["purpose"]}>{purposeOf(preview)}</p>
      {signedIn && kind === "child" ? (
        <RelationChoice value={relation} onChoose={setRelation} />
      ) : null}
      <p className={css["fault"]} role="alert">
        {fault}
      </p>
      {signedIn ? (
        <>
          <Button look="primary" wide busy={busy} onClick={() => void act(join)}>
            以“{name}”的账号{kind === "child" ? "绑定" : "加入"}
          </Button>
          <p className={css["note"]}>不是自己的账号？请先退出登录，再打开邀请。</p>
        </>
      ) : (
        <>
          <Button look="primary" wide onClick={onRegister}>
            没有账号，现在注册
          </Button>
          <p className={css["note"]}>
            已有账号的，请先<a href="#/login">登录</a>，再到“个人中心 · 家庭与学校”里使用邀请码。
          </p>
        </>
      )}
      <Button look="quiet" wide onClick={() => onBack()}>
        换一个邀请码
      </Button>
    </>
  );
}
