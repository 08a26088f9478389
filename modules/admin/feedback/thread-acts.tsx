import { useState } from "react";
import {
  closeManagedThread,
  FEEDBACK_LIMITS,
  handOnFeedback,
  readFeedbackReceivers,
  takeFeedback,
} from "#contract";
import { Button } from "../../../web/src/ui/button.tsx";
import { useModule } from "../../kit/react-module.tsx";
import { Refused, useAct } from "../../kit/use-act.ts";
import { useAnswer } from "../../kit/use-answer.ts";
import form from "../change/change.module.css";
import { ChoiceField } from "../change/plan-form.tsx";
import page from "../person/person.module.css";
import { goTo } from "../shell/address.ts";
import { SidePanel } from "../shell/side-panel.tsx";
import { TextArea } from "../fields/text-area.tsx";
import type { ManagedThreadRow } from "./thread-page.tsx";
import { Waiting } from "../shell/waiting-page.tsx";

/** Buttons that take a thread, hand it on, or close it. */
export function ThreadActs({
  thread,
  onChanged,
}: {
  thread: ManagedThreadRow;
  onChanged: () => void;
}) {
  const { send, notify } = useModule();
  const [handing, setHanding] = useState(false);
  const { busy, act } = useAct<void>((text) => {
    notify(text, "error");
    // somebody else was faster: what is shown is no longer so
    onChanged();
  });
  const { id, status, taken_by, mine } = thread;
  const take = () =>
    act(async () => {
      await send(takeFeedback, { id, ...(taken_by !== null && { from: taken_by.id }) });
      notify("由您受理", "success");
      onChanged();
    });
  const close = () =>
    act(async () => {
      await send(closeManagedThread, { id });
      notify("已结束", "success");
      onChanged();
    });
  return (
    <div className={page["keys"]}>
      {mine ? null : (
        <Button busy={busy} onClick={() => void take()}>
          {taken_by === null ? "由我受理" : `从${taken_by.name}那里接过来`}
        </Button>
      )}
      <Button aria-haspopup="dialog" onClick={() => setHanding(true)}>
        转交…
      </Button>
      {status === "closed" ? null : (
        <Button busy={busy} onClick={() => void close()}>
          结束
        </Button>
      )}
      {handing ? (
        <SidePanel title="转交反馈" onClose={() => setHanding(false)}>
          <HandOn
            thread={thread}
            onDone={(leaves) => {
              setHanding(false);
              if (leaves) goTo(["feedback"]);
              else onChanged();
            }}
          />
        </SidePanel>
      ) : null}
    </div>
  );
}

/** Asks for the receiver of a thread; one that goes to another institution leaves this list. */
function HandOn({
  thread,
  onDone,
}: {
  thread: ManagedThreadRow;
  onDone: (leaves: boolean) => void;
}) {
  const { send, notify } = useModule();
  const { data, error, reload } = useAnswer(readFeedbackReceivers, { id: thread.id });
  const [to, setTo] = useState("");
  const [content, setContent] = useState("");
  const { busy, fault, setFault, act } = useAct();
  if (data === undefined) {
    return <Waiting height={200} error={error} onRetry={reload} />;
  }
  const options = [
    ...data.people.map(({ id, name }) => ({ value: `person/${id}`, label: name })),
    ...data.schools.map(({ id, name }) => ({
      value: `school/${id}`,
      label: `${name}（整个机构）`,
    })),
  ];
  if (options.length === 0) {
    return <p>没有别的人处理这里的反馈。在“权限”里把“处理反馈”授予同事以后，就可以转交。</p>;
  }
  const chosen = options.find(({ value }) => value === to);
  const submit = () =>
    act(async () => {
      if (chosen === undefined) throw new Refused("请选择转交给谁");
      const [kind, id = ""] = to.split(/\/(.*)/s);
      await send(handOnFeedback, {
        id: thread.id,
        ...(kind === "person" ? { user_id: id } : { school_id: id }),
        ...(content.trim() !== "" && { content }),
      });
      notify(`已转交给${chosen.label}`, "success");
      onDone(kind === "school");
    });
  return (
    <form
      className={form["form"]}
      aria-label="转交反馈"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <ChoiceField
        label="转交给"
        options={options}
        value={to}
        onChange={(value) => {
          setTo(value);
          setFault(undefined);
        }}
      />
      <TextArea
        label="给对方的话（选填，提出的人看不到）"
        value={content}
        rows={3}
        maxLength={FEEDBACK_LIMITS.content}
        onChange={({ target }) => setContent(target.value)}
      />
      <p className={form["fault"]} role="alert">
        {fault}
      </p>
      <Button type="submit" look="primary" busy={busy}>
        转交
      </Button>
    </form>
  );
}
