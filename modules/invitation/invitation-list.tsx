import { useState } from "react";
import { revokeInvitation, type Invitation } from "#contract";
import { Button } from "../../web/src/ui/button.tsx";
import { copyText } from "../../web/src/ui/copy-text.ts";
import { EmptyState } from "../../web/src/ui/empty-state.tsx";
import { Card } from "../kit/card.tsx";
import { useModule } from "../kit/react-module.tsx";
import { useAct } from "../kit/use-act.ts";
import { useFocusBack } from "../kit/use-focus-back.ts";
import css from "./invitations.module.css";
import { stateText, titleOf } from "./rules.ts";

/** Lists the invitations that can still be used, and below them the others. */
export function InvitationList({
  invitations,
  onChanged,
}: {
  invitations: readonly Invitation[];
  onChanged: () => void;
}) {
  const { href } = useModule();
  const active = invitations.filter(({ state }) => state === "active");
  const over = invitations.filter(({ state }) => state !== "active");
  const make = (
    <a className={css["make"]} href={href("new")}>
      新建邀请码
    </a>
  );
  return (
    <>
      <Card title="正在使用" hint="凭邀请码可以注册账号并加入，请只发给该加入的人。">
        {active.length === 0 ? (
          <EmptyState title="还没有邀请码" action={make} help="invite">
            建一个班级码给新同学，或建一个绑定码给家长。
          </EmptyState>
        ) : (
          <>
            {make}
            <ul>
              {active.map((one) => (
                <Active key={one.id} invitation={one} onChanged={onChanged} />
              ))}
            </ul>
          </>
        )}
      </Card>
      {over.length > 0 ? (
        <Card title="已经失效">
          <ul>
            {over.map((one) => (
              <li key={one.id} className={css["item"]}>
                <Words invitation={one} />
              </li>
            ))}
          </ul>
        </Card>
      ) : null}
    </>
  );
}

function Words({ invitation }: { invitation: Invitation }) {
  const { created_by } = invitation;
  return (
    <div className={css["words"]}>
      <p>{titleOf(invitation)}</p>
      <p className={css["soft"]}>
        {stateText(invitation)}
        {created_by === null ? "" : ` · ${created_by}`}
      </p>
    </div>
  );
}

function Active({ invitation, onChanged }: { invitation: Invitation; onChanged: () => void }) {
  const { send, notify, href } = useModule();
  const [asking, setAsking] = useState(false);
  const { busy, act } = useAct((text) => notify(text, "error"));
  const back = useFocusBack(asking);
  const { id, code } = invitation;
  const title = titleOf(invitation);

  async function revoke() {
    await act(async () => {
      await send(revokeInvitation, { id });
      notify("已作废", "success");
    });
    setAsking(false);
    onChanged();
  }

  async function copy() {
    const copied = await copyText(code ?? "");
    notify(copied ? `已复制 ${code}` : "复制不了，请手动抄下邀请码", copied ? "success" : "error");
  }

  return (
    <li className={css["item"]}>
      <Words invitation={invitation} />
      <strong className={css["code"]}>{code}</strong>
      {asking ? (
        <div className={css["ways"]} role="group" aria-label={`作废“${title}”的邀请码`}>
          <Button look="primary" busy={busy} autoFocus onClick={() => void revoke()}>
            确认作废
          </Button>
          <Button onClick={() => setAsking(false)}>取消</Button>
        </div>
      ) : (
        <div className={css["ways"]}>
          <a className={css["plain"]} href={href("show", id)} aria-label={`展示“${title}”的二维码`}>
            展示
          </a>
          <Button aria-label={`复制“${title}”的邀请码`} onClick={() => void copy()}>
            复制
          </Button>
          <Button ref={back} aria-label={`作废“${title}”的邀请码`} onClick={() => setAsking(true)}>
            作废
          </Button>
        </div>
      )}
    </li>
  );
}
