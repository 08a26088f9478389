import { useLayoutEffect, useRef, useState, type FormEvent } from "react";
import {
  yearDayText,
  cancelErasure,
  ERASURE_GRACE_DAYS,
  requestErasure,
  type KeptData,
  type OwnProof,
} from "#contract";
import { Button } from "../../web/src/ui/button.tsx";
import { TextField } from "../../web/src/ui/text-field.tsx";
import { ProofAsk, useProvenAct } from "../kit/proof-ask.tsx";
import { useModule } from "../kit/react-module.tsx";
import { useAct } from "../kit/use-act.ts";
import { useFocusBack } from "../kit/use-focus-back.ts";
import css from "./data-part.module.css";
import form from "./form.module.css";

interface RowParts {
  kept: KeptData;
  childId: string | undefined;
  onChanged: () => void;
}

/** Requests an erasure, shows a pending one, and withdraws it. */
export function EraseRow(parts: RowParts) {
  const { kept } = parts;
  const [asking, setAsking] = useState(false);
  const back = useFocusBack(asking);
  if (kept.erasure !== null) return <Waiting {...parts} erasure={kept.erasure} />;
  if (!kept.may_erase) return <p className={css["soft"]}>{kept.why_not}。</p>;
  if (asking) return <AskForm {...parts} onCancel={() => setAsking(false)} />;
  return (
    <>
      <ul className={`${css["points"]} ${css["soft"]}`}>
        <li>{ERASURE_GRACE_DAYS} 天后执行，在那之前随时可以撤回，账号照常使用。</li>
        <li>执行后，账号、资料、上传的文件、反馈和使用记录都会删除，不能恢复。</li>
        {kept.is_sourced ? (
          <li>学校再次导入名册时也不会恢复。还在这所学校的话，请先和班主任或学校管理员商量。</li>
        ) : null}
        {parts.childId !== undefined ? (
          <li>
            会告诉学校和孩子的其他家长。孩子还在校时，学校可以提出异议，那样要等离校后才删除。
          </li>
        ) : null}
      </ul>
      <Button ref={back} onClick={() => setAsking(true)}>
        删除账号…
      </Button>
    </>
  );
}

function AskForm({ kept, childId, onChanged, onCancel }: RowParts & { onCancel: () => void }) {
  const { send, notify } = useModule();
  const [account, setAccount] = useState("");
  const { busy, fault, setFault, wanted, start } = useProvenAct(request);
  const place = useRef<HTMLFormElement>(null);
  useLayoutEffect(() => place.current?.querySelector("input")?.focus(), []);
  const { account: expected, name } = kept.person;

  async function request(proof: OwnProof) {
    const child = childId === undefined ? {} : { child_id: childId };
    await send(requestErasure, { account, ...child, ...proof });
    notify("已收到删除申请", "success");
    onCancel();
    onChanged();
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (account.trim().toLowerCase() !== expected) return setFault(`请输入账号 ${expected}`);
    start();
  }

  const question = (
    <p className={form["lead"]}>
      <strong>要删除{childId === undefined ? "自己" : name}的账号和全部数据吗？</strong>
    </p>
  );
  if (wanted !== undefined) {
    return (
      <div className={form["inset"]}>
        {question}
        <ProofAsk
          title="删除账号"
          button="申请删除"
          wanted={wanted}
          ask={request}
          onCancel={onCancel}
        />
      </div>
    );
  }
  return (
    <form
      ref={place}
      className={form["inset"]}
      noValidate
      aria-label="删除账号"
      onSubmit={onSubmit}
    >
      {question}
      <TextField
        label={`请输入账号 ${expected}，表示确认`}
        value={account}
        error={fault}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        onChange={({ target }) => setAccount(target.value)}
      />
      <div className={form["actions"]}>
        <Button look="primary" type="submit" busy={busy}>
          申请删除
        </Button>
        <Button onClick={onCancel}>取消</Button>
      </div>
    </form>
  );
}

function Waiting({
  kept,
  childId,
  onChanged,
  erasure,
}: RowParts & { erasure: NonNullable<KeptData["erasure"]> }) {
  const { send, notify } = useModule();
  const { busy, fault, act } = useAct();
  return (
    <div className={css["notice"]} role="status">
      <p>
        <strong>
          {childId === undefined ? "这个" : `${kept.person.name}的`}账号将在{" "}
          {erasure.objection === null ? `${yearDayText(erasure.due_at)} 之后` : "离校后"}删除。
        </strong>
      </p>
      {erasure.objection === null ? null : (
        <p>
          {erasure.objection.school}提出了异议：{erasure.objection.reason}。在校期间不会删除。
        </p>
      )}
      <p className={css["soft"]}>在那之前账号照常使用。改变主意了，可以撤回。</p>
      <Button
        look="primary"
        busy={busy}
        onClick={() =>
          void act(async () => {
            await send(cancelErasure, childId === undefined ? {} : { child_id: childId });
            notify("已撤回，账号会保留", "success");
            onChanged();
          })
        }
      >
        撤回删除
      </Button>
      <p className={css["fault"]} role="alert">
        {fault}
      </p>
    </div>
  );
}
