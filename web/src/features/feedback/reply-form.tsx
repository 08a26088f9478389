import { useEffect, useState, type FormEvent } from "react";
import { failureText } from "../../api/failures.ts";
import { tabStore } from "../../platform/storage.ts";
import { Button } from "../../ui/button.tsx";
import { useSession } from "../../session/session.ts";
import { useAct } from "../../ui/use-act.ts";
import { AttachmentsField, useMessageFiles } from "./attachments-field.tsx";
import { DraftLeft } from "./draft-left.tsx";
import css from "./form.module.css";
import { forgetAttempt, reply } from "./queries.ts";
import { TextArea } from "./text-area.tsx";

/** Form for a thread's next message; the draft stays in this tab until it was sent. */
export function ReplyForm({
  id,
  closed,
  onSent,
}: {
  id: string;
  closed: boolean;
  onSent: () => Promise<void>;
}) {
  // of who began it: both sides of a thread may sit at one computer
  const userId = useSession((state) => state.authData?.user_id ?? "");
  const [key] = useState(`feedback-reply:${userId}:${id}`);
  const [content, setContent] = useState(() => tabStore.read(key) ?? "");
  const { busy, fault, act } = useAct(failureText);
  const attachments = useMessageFiles(key);
  const [isLeft, setLeft] = useState(content !== "" || attachments.list.length > 0);
  useEffect(() => {
    if (content === "") {
      tabStore.remove(key);
      forgetAttempt(key);
    } else tabStore.write(key, content);
  }, [key, content]);

  function startAnew() {
    setContent("");
    attachments.clear();
    setLeft(false);
  }

  async function sendReply(): Promise<string | undefined> {
    if (content.trim() === "") return "请写下内容";
    if (attachments.failed) return "有附件没有传上去，请重试，或移除后再发送";
    await reply(key, { id, content, file_keys: attachments.keys });
    startAnew();
    await onSent();
    return undefined;
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    void act(sendReply);
  }

  return (
    <form className={css["form"]} noValidate onSubmit={onSubmit}>
      {isLeft ? <DraftLeft onClear={startAnew}>上次写的还没有发送，可以接着写。</DraftLeft> : null}
      <TextArea
        label={closed ? "还有问题？继续说，会重新打开" : "回复"}
        value={content}
        error={fault}
        rows={4}
        onChange={({ target }) => setContent(target.value)}
      />
      <AttachmentsField attachments={attachments} />
      <Button look="primary" type="submit" busy={busy} disabled={attachments.underWay}>
        {attachments.underWay ? "正在上传附件" : "发送"}
      </Button>
    </form>
  );
}
