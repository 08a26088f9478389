import { useState } from "react";
import {
  CONTENT_DELETE_REASON_NAMES,
  CONTENT_DELETE_REASONS,
  deleteContent,
  showContent,
  type ManagedContent,
  type OwnProof,
} from "#contract";
import { Button } from "../../../web/src/ui/button.tsx";
import { useModule } from "../../kit/react-module.tsx";
import { useAct } from "../../kit/use-act.ts";
import form from "../change/change.module.css";
import { ChoiceField } from "../change/plan-form.tsx";
import { forgetLists } from "../list/kept-lists.ts";
import page from "../person/person.module.css";
import { ProvenConfirm } from "../sheets/proven-confirm.tsx";
import { goTo } from "../shell/address.ts";
import { SidePanel } from "../shell/side-panel.tsx";
import { numberText } from "../shell/words.ts";
import { namedBy } from "./rules.ts";

const REASONS = CONTENT_DELETE_REASONS.map((value) => ({
  value,
  label: CONTENT_DELETE_REASON_NAMES[value],
}));

/** Buttons that hide an item, show it again, or delete it. */
export function ItemActs({
  item,
  onChanged,
}: {
  item: ManagedContent;
  onChanged: (item: ManagedContent) => void;
}) {
  const [open, setOpen] = useState<"show" | "delete">();
  const { is_shown, title } = item;
  const close = () => setOpen(undefined);
  return (
    <div className={page["keys"]}>
      <Button aria-haspopup="dialog" onClick={() => setOpen("show")}>
        {is_shown ? "隐藏…" : "显示…"}
      </Button>
      <Button look="quiet" aria-haspopup="dialog" onClick={() => setOpen("delete")}>
        删除…
      </Button>
      {open === "show" ? (
        <SidePanel title={`${is_shown ? "隐藏" : "显示"}：${title}`} onClose={close}>
          <Show
            item={item}
            onCancel={close}
            onDone={(changed) => {
              close();
              onChanged(changed);
            }}
          />
        </SidePanel>
      ) : null}
      {open === "delete" ? (
        <SidePanel title={`删除：${title}`} onClose={close}>
          <Delete item={item} onCancel={close} />
        </SidePanel>
      ) : null}
    </div>
  );
}

function Show({
  item: { id, school_id, title, is_shown },
  onCancel,
  onDone,
}: {
  item: ManagedContent;
  onCancel: () => void;
  onDone: (item: ManagedContent) => void;
}) {
  const { send, notify } = useModule();
  const { busy, fault, act } = useAct();
  const word = is_shown ? "隐藏" : "显示";
  const change = () =>
    act(async () => {
      const named = namedBy(id, school_id);
      const changed = await send(showContent, { ...named, is_shown: !is_shown });
      notify(is_shown ? "已隐藏，点“显示…”可以恢复" : "已显示，马上就能搜索到", "success");
      onDone(changed);
    });
  return (
    <div className={form["view"]}>
      <p className={form["sentence"]}>
        将{word}“{title}”
      </p>
      <p>
        {is_shown
          ? "大家马上搜索不到它，也打不开它的链接。内容和浏览次数都留着，随时可以再显示。"
          : "大家马上又能搜索和打开它，内容和浏览次数都和隐藏之前一样。"}
      </p>
      <p className={form["fault"]} role="alert">
        {fault}
      </p>
      <div className={form["keys"]}>
        <Button look="primary" busy={busy} onClick={() => void change()}>
          {word}
        </Button>
        <Button onClick={onCancel}>不改了</Button>
      </div>
    </div>
  );
}

function Delete({
  item: { id, school_id, title, views, is_shown },
  onCancel,
}: {
  item: ManagedContent;
  onCancel: () => void;
}) {
  const { send, notify } = useModule();
  const [reason, setReason] = useState("");
  const [sure, setSure] = useState(false);
  const [fault, setFault] = useState<string>();
  const known = CONTENT_DELETE_REASONS.find((one) => one === reason);
  const what = (
    <>
      <p>
        连同 {numberText(views)} 次浏览的记录一起删除，<strong>不能恢复</strong>
        。别人手里的链接会打不开。
      </p>
      {is_shown ? <p>只是暂时不想让人看到的，用“隐藏…”，随时可以再显示。</p> : null}
    </>
  );
  if (sure && known !== undefined) {
    const ask = async (proof: OwnProof) => {
      await send(deleteContent, { ...namedBy(id, school_id), reason: known, ...proof });
      forgetLists();
      notify(`已删除“${title}”`, "success");
      goTo(["content"]);
    };
    return (
      <ProvenConfirm act={`删除“${title}”`} ask={ask} onCancel={onCancel} stay="不删了">
        <p>原因：{CONTENT_DELETE_REASON_NAMES[known]}</p>
        {what}
      </ProvenConfirm>
    );
  }
  return (
    <form
      className={form["form"]}
      aria-label="删除课程或资源"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setFault(known === undefined ? "请选择删除的原因" : undefined);
        setSure(known !== undefined);
      }}
    >
      {what}
      <ChoiceField
        label="为什么删除（留在审计里）"
        name="为什么删除"
        options={REASONS}
        value={reason}
        onChange={(value) => {
          setReason(value);
          setFault(undefined);
        }}
      />
      <p className={form["fault"]} role="alert">
        {fault}
      </p>
      <Button type="submit" look="primary">
        下一步
      </Button>
    </form>
  );
}
