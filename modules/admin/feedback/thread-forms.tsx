import { useRef, useState, type FormEvent } from "react";
import { answerFeedback, FEEDBACK_LIMITS, noteFeedback } from "#contract";
import { type Attempt, attemptAt } from "../../../web/src/ui/attempt.ts";
import { Button } from "../../../web/src/ui/button.tsx";
import { useModule } from "../../kit/react-module.tsx";
import { Refused, useAct } from "../../kit/use-act.ts";
import { TextArea } from "../fields/text-area.tsx";
import css from "./feedback.module.css";

/** Form for an answer to the person who asked. */
export function AnswerForm({
  id,
  closed,
  onSent,
}: {
  id: string;
  closed: boolean;
  onSent: () => void;
}) {
  const { send, notify } = useModule();
  return (
    <WordsForm
      label={closed ? "回复（会重新打开）" : "回复"}
      button="发送回复"
      look="primary"
      onWords={async (content, attempt) => {
        await send(answerFeedback, { id, content, attempt });
        notify("已回复，对方在“意见反馈”里会看到", "success");
        onSent();
      }}
    />
  );
}

/** Form for a note to colleagues. */
export function NoteForm({ id, onSent }: { id: string; onSent: () => void }) {
  const { send } = useModule();
  return (
    <WordsForm
      label="添加备注"
      button="记下备注"
      look="plain"
      onWords={async (content, attempt) => {
        await send(noteFeedback, { id, content, attempt });
        onSent();
      }}
    />
  );
}

function WordsForm({
  label,
  button,
  look,
  onWords,
}: {
  label: string;
  button: string;
  look: "primary" | "plain";
  onWords: (content: string, attempt: string) => Promise<void>;
}) {
  const [content, setContent] = useState("");
  const attempt = useRef<Attempt>(undefined);
  const { busy, fault, act, setFault } = useAct();
  const write = (text: string) => {
    setContent(text);
    // the same words again are meant as others
    if (text === "") attempt.current = undefined;
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void act(async () => {
      if (content.trim() === "") throw new Refused("请写下内容");
      attempt.current = attemptAt(content, attempt.current);
      await onWords(content, attempt.current.key);
      write("");
    });
  };
  return (
    <form className={css["form"]} noValidate onSubmit={onSubmit}>
      <TextArea
        label={label}
        value={content}
        rows={3}
        maxLength={FEEDBACK_LIMITS.content}
        error={fault}
        onChange={({ target }) => {
          write(target.value);
          setFault(undefined);
        }}
      />
      <Button look={look} type="submit" busy={busy}>
        {button}
      </Button>
    </form>
  );
}
