import { useEffect, useState, type FormEvent } from "react";
import { failureText } from "../../api/failures.ts";
import { tabStore } from "../../platform/storage.ts";
import { Button } from "../../ui/button.tsx";
import { useAct } from "../../ui/use-act.ts";
import { AttachmentsField, useMessageFiles } from "./attachments-field.tsx";
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
  const key = `feedback-reply:${id}`;
  const [content, setContent] = useState(() => tabStore.read(key) ?? "");
  const { busy, fault, act } = useAct(failureText);
  const attachments = useMessageFiles();
  useEffect(() => {
    if (content === "") {
      tabStore.remove(key);
      forgetAttempt(key);
    } else tabStore.write(key, content);
  }, [key, content]);

  async function sendReply(): Promise<string | undefined> {
    if (content.trim() === "") return "请写下内容";
    if (attachments.failed) return "有附件没有传上去，请移除后再发送";
    await reply(key, { id, content, file_keys: attachments.keys });
    setContent("");
    attachments.clear();
    await onSent();
    return undefined;
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    void act(sendReply);
  }

  return (
    <form className={css["form"]} noValidate onSubmit={onSubmit}>
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
