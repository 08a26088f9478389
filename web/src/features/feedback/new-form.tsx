import { useEffect, useState, type FormEvent } from "react";
import { FEEDBACK_KIND_NAMES, FEEDBACK_KINDS, FEEDBACK_LIMITS } from "#contract";
import { failureText } from "../../api/failures.ts";
import { navigate } from "../../platform/navigation.ts";
import { readJson, tabStore, writeJson } from "../../platform/storage.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { toast } from "../../ui/toast.ts";
import { useAct } from "../../ui/use-act.ts";
import { AttachmentsField, useMessageFiles } from "./attachments-field.tsx";
import css from "./form.module.css";
import { DraftLeft } from "./draft-left.tsx";
import { create, forgetAttempt } from "./queries.ts";
import { draftFaults, draftFrom, EMPTY_DRAFT } from "./rules.ts";
import { TextArea } from "./text-area.tsx";

/** Form for new feedback. The draft stays in this tab until it was sent. */
export default function NewForm({ userId }: { userId: string }) {
  // of who began it, also once their session has ended
  const [key] = useState(`feedback-draft:${userId}`);
  const [draft, setDraft] = useState(() => draftFrom(readJson(tabStore, key)));
  const [tried, setTried] = useState(false);
  const { busy, fault, act } = useAct(failureText, { once: true });
  const attachments = useMessageFiles(key);
  const isBegun = draft.title + draft.content !== "" || attachments.list.length > 0;
  const [isLeft, setLeft] = useState(isBegun);
  const wrong = draftFaults(draft);
  const faults = tried ? wrong : {};
  useEffect(() => writeJson(tabStore, key, draft), [key, draft]);

  async function submit(): Promise<string | undefined> {
    if (attachments.failed) return "有附件没有传上去，请重试，或移除后再提交";
    const id = await create(key, { ...draft, file_keys: attachments.keys });
    writeJson(tabStore, key, EMPTY_DRAFT);
    attachments.clear();
    toast.show("已提交，请等待回复", "success");
    navigate(`/feedback/thread/${id}`, { replace: true });
    return undefined;
  }

  function startAnew() {
    setDraft(EMPTY_DRAFT);
    attachments.clear();
    forgetAttempt(key);
    setTried(false);
    setLeft(false);
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (Object.keys(wrong).length === 0) void act(submit);
  }

  return (
    <form className={css["form"]} noValidate onSubmit={onSubmit}>
      {isLeft ? <DraftLeft onClear={startAnew}>上次写的还没有提交，可以接着写。</DraftLeft> : null}
      <fieldset className={css["kinds"]}>
        <legend className={css["label"]}>类型</legend>
        {FEEDBACK_KINDS.map((kind) => (
          <label key={kind} className={css["kind"]}>
            <input
              type="radio"
              name="kind"
              className="visually-hidden"
              checked={draft.kind === kind}
              onChange={() => setDraft({ ...draft, kind })}
            />
            <span className={css["kind-name"]}>{FEEDBACK_KIND_NAMES[kind]}</span>
          </label>
        ))}
      </fieldset>
      <TextField
        label="标题"
        value={draft.title}
        maxLength={FEEDBACK_LIMITS.title}
        error={faults.title}
        placeholder="一句话说明"
        onChange={({ target }) => setDraft({ ...draft, title: target.value })}
      />
      <TextArea
        label="内容"
        value={draft.content}
        error={faults.content}
        rows={7}
        placeholder="在哪里、做了什么、看到了什么"
        onChange={({ target }) => setDraft({ ...draft, content: target.value })}
      />
      <AttachmentsField attachments={attachments} />
      <p className={css["failure"]} role="alert">
        {fault}
      </p>
      <div className={css["actions"]}>
        <Button look="primary" type="submit" busy={busy} disabled={attachments.underWay}>
          {attachments.underWay ? "正在上传附件" : "提交"}
        </Button>
        <a className={css["cancel"]} href="#/feedback">
          返回
        </a>
      </div>
    </form>
  );
}
