import { type ReactNode, useState } from "react";
import {
  changeNotice,
  NOTICE_TEXT_MAX,
  NOTICE_TITLE_MAX,
  remindNotice,
  type SentNoticeWhole,
  takeBackNotice,
} from "#contract";
import { Button } from "../../../web/src/ui/button.tsx";
import { Checkbox } from "../../../web/src/ui/checkbox.tsx";
import { TextField } from "../../../web/src/ui/text-field.tsx";
import { useModule } from "../../kit/react-module.tsx";
import { Refused, useAct } from "../../kit/use-act.ts";
import css from "../change/change.module.css";
import { SidePanel } from "../shell/side-panel.tsx";
import { TextArea } from "../fields/text-area.tsx";
import { numberText } from "../shell/words.ts";
import { FilesField, useNoticeFiles } from "./files-field.tsx";
import { filesLack } from "./rules.ts";

interface Parts {
  notice: SentNoticeWhole;
  /** Called after the act, or where somebody else was faster. */
  onChanged: () => void;
}

/** A button that opens a panel, which says what an act will do before it is done. */
function PanelButton({
  name,
  title,
  children,
}: {
  name: string;
  title: string;
  children: (close: () => void) => ReactNode;
}) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {name}
      </Button>
      {open ? (
        <SidePanel title={title} onClose={close}>
          {children(close)}
        </SidePanel>
      ) : null}
    </>
  );
}

/** 「提醒…」: those who have not confirmed find the notice unread again. */
export function RemindButton({ notice, onChanged }: Parts) {
  return (
    <PanelButton name="提醒…" title="提醒还没有确认的人">
      {(close) => <Remind notice={notice} onDone={close} onChanged={onChanged} />}
    </PanelButton>
  );
}

function Remind({ notice, onDone, onChanged }: Parts & { onDone: () => void }) {
  const { send, notify } = useModule();
  const { busy, fault, act } = useAct();
  const left = notice.expected - notice.confirmed;
  const remind = async () => {
    const { people } = await send(remindNotice, { notice_id: notice.id });
    notify(people === 0 ? "没有需要提醒的人" : `已提醒 ${numberText(people)} 人`, "success");
    onDone();
    onChanged();
  };
  return (
    <div className={css["form"]}>
      <p>
        还有 {numberText(left)}{" "}
        份没有确认。提醒以后，通知在这些人的“消息”里重新变成未读，并标出“已提醒”。学生晚上 9
        点到早上 7 点收不到提醒，早上 7 点才到。一小时内只能提醒一次。
      </p>
      <p className={css["fault"]} role="alert">
        {fault}
      </p>
      <Button look="primary" busy={busy} onClick={() => void act(remind)}>
        提醒还没有确认的人
      </Button>
    </div>
  );
}

/** 「修改…」: the title, the text and the files. */
export function ChangeButton({ notice, onChanged }: Parts) {
  return (
    <PanelButton name="修改…" title={`修改通知：${notice.title}`}>
      {(close) => <Change notice={notice} onDone={close} onChanged={onChanged} />}
    </PanelButton>
  );
}

function Change({ notice, onDone, onChanged }: Parts & { onDone: () => void }) {
  const { send, notify } = useModule();
  const { id: notice_id, version, state } = notice;
  const [title, setTitle] = useState(notice.title);
  const [text, setText] = useState(notice.text);
  const [again, setAgain] = useState(false);
  const attachments = useNoticeFiles(notice.files.map((stored) => ({ ...stored, stored })));
  const { busy, fault, act, lackAt } = useAct();
  const isOut = state === "sent";
  const save = async () => {
    if (title.trim() === "") throw new Refused("请填写标题", "title");
    if (text.trim() === "") throw new Refused("请填写正文", "text");
    const lack = filesLack(attachments);
    if (lack !== undefined) throw new Refused(lack);
    const { keys: file_keys } = attachments;
    await send(changeNotice, { notice_id, version, title, text, ask_again: again, file_keys });
    notify(isOut ? "已修改，收到的人会看到“已修改”" : "已修改", "success");
    onDone();
    onChanged();
  };
  return (
    <form
      className={css["form"]}
      aria-label="修改通知"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void act(save);
      }}
    >
      <TextField
        label="标题"
        value={title}
        error={lackAt("title")}
        maxLength={NOTICE_TITLE_MAX}
        autoComplete="off"
        onChange={({ target }) => setTitle(target.value)}
      />
      <TextArea
        label="正文"
        rows={8}
        value={text}
        error={lackAt("text")}
        maxLength={NOTICE_TEXT_MAX}
        onChange={({ target }) => setText(target.value)}
      />
      <FilesField attachments={attachments} />
      {isOut && notice.confirm !== "none" ? (
        <Checkbox
          label="请大家重新确认（已经确认的不再算数）"
          checked={again}
          onChange={({ target }) => setAgain(target.checked)}
        />
      ) : null}
      <p className={css["note"]}>
        {isOut
          ? `${numberText(notice.people)} 位收到的人会看到新的内容和“已修改”，通知重新变成未读。`
          : "还没有发送，改了以后按原定的时间发送。"}
      </p>
      <p className={css["fault"]} role="alert">
        {fault}
      </p>
      <Button type="submit" look="primary" busy={busy}>
        保存修改
      </Button>
    </form>
  );
}

/** 「撤回…」, or 「不发了…」 of one that waits for its hour. */
export function TakeBackButton({ notice, onChanged }: Parts) {
  const name = notice.state === "planned" ? "不发了" : "撤回";
  return (
    <PanelButton name={`${name}…`} title={`${name}：${notice.title}`}>
      {(close) => <TakeBack notice={notice} onDone={close} onChanged={onChanged} />}
    </PanelButton>
  );
}

function TakeBack({ notice, onDone, onChanged }: Parts & { onDone: () => void }) {
  const { send, notify } = useModule();
  const { busy, fault, act } = useAct();
  const isOut = notice.state !== "planned";
  const takeBack = async () => {
    await send(takeBackNotice, { notice_id: notice.id });
    notify(isOut ? "已撤回" : "不会再发送", "success");
    onDone();
    onChanged();
  };
  return (
    <div className={css["form"]}>
      <p>
        {isOut
          ? "撤回以后，收到的人只看到“这条通知已撤回”，看不到内容，也不用再确认。撤回后不能恢复，可以另发一条。"
          : "到时间不会发送，谁也看不到。之后不能恢复，可以另写一条。"}
      </p>
      <p className={css["fault"]} role="alert">
        {fault}
      </p>
      <Button look="primary" busy={busy} onClick={() => void act(takeBack)}>
        {isOut ? "撤回这条通知" : "不发这条通知"}
      </Button>
    </div>
  );
}
