import { useState } from "react";
import { openKeptCode, readKeptCodes, type CodeUse, type KeptCode, type OwnProof } from "#contract";
import { Button } from "../../../web/src/ui/button.tsx";
import { EmptyState } from "../../../web/src/ui/empty-state.tsx";
import { useModule } from "../../kit/react-module.tsx";
import { useAnswer } from "../../kit/use-answer.ts";
import list from "../list/list.module.css";
import { withTold } from "../list/namesakes.ts";
import page from "../person/person.module.css";
import { ProvenConfirm } from "../sheets/proven-confirm.tsx";
import { Heading } from "../shell/heading.tsx";
import { PersonLink } from "../shell/person-link.tsx";
import { SidePanel } from "../shell/side-panel.tsx";
import { momentText } from "../shell/words.ts";
import { Waiting } from "../shell/waiting-page.tsx";
import css from "./codes.module.css";

const USES: Readonly<Record<CodeUse, string>> = {
  login: "登录",
  reset: "重设密码",
  bind: "绑定",
};

/** The screen 验证码: `/module/admin/codes`, codes that no provider delivers, to be told to their people (AD-20). */
export default function Codes() {
  const { data, error, reload } = useAnswer(readKeptCodes, {});
  return (
    <>
      <Heading title="验证码" place="codes">
        <Button look="quiet" icon="refresh" onClick={reload}>
          刷新
        </Button>
      </Heading>
      <div className={list["card"]}>
        {data === undefined ? (
          <Waiting label="正在加载验证码" height={200} error={error} onRetry={reload} />
        ) : data.codes.length === 0 ? (
          <EmptyState role="status" title="没有要转告的验证码">
            没有短信或邮件服务时，您所管理的人申请的验证码会列在这里，几分钟内有效。
          </EmptyState>
        ) : (
          <>
            <p className={page["soft"]}>
              这些验证码没有短信或邮件送出。打电话确认是本人以后，再把验证码告诉他们。
            </p>
            <ul>
              {data.codes.map((kept) => (
                <Kept key={kept.id} kept={kept} />
              ))}
            </ul>
          </>
        )}
      </div>
    </>
  );
}

function Kept({ kept }: { kept: KeptCode }) {
  const { id, receiver, use, people, expires_at } = kept;
  const [open, setOpen] = useState(false);
  return (
    <li className={page["item"]}>
      <div className={page["words"]}>
        <p>
          {people.length === 0
            ? "还没有人用这个号码"
            : people.map((person) => (
                <span key={person.id} className={css["person"]}>
                  <PersonLink id={person.id} name={withTold(person.name, person.account)} />
                </span>
              ))}
        </p>
        <p className={page["soft"]}>
          {receiver} · {USES[use]} · {momentText(expires_at)} 前有效
        </p>
      </div>
      <Button
        aria-haspopup="dialog"
        aria-label={`查看发给 ${receiver} 的验证码`}
        onClick={() => setOpen(true)}
      >
        查看…
      </Button>
      {open ? (
        <SidePanel title={`发给 ${receiver} 的验证码`} onClose={() => setOpen(false)}>
          <Opened id={id} receiver={receiver} use={use} onCancel={() => setOpen(false)} />
        </SidePanel>
      ) : null}
    </li>
  );
}

function Opened({
  id,
  receiver,
  use,
  onCancel,
}: Pick<KeptCode, "id" | "receiver" | "use"> & { onCancel: () => void }) {
  const { send } = useModule();
  const [code, setCode] = useState<string>();
  const open = async (proof: OwnProof) =>
    setCode((await send(openKeptCode, { id, ...proof })).code);
  if (code !== undefined) {
    return (
      <div role="status">
        <p className={css["code"]}>{code}</p>
        <p>只告诉本人；用一次就失效。</p>
      </div>
    );
  }
  return (
    <ProvenConfirm act={`查看发给 ${receiver} 的验证码`} ask={open} onCancel={onCancel}>
      <p>知道它的人可以{USES[use]}。请先确认是本人。查看会留在审计里。</p>
    </ProvenConfirm>
  );
}
