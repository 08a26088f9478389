import { useLayoutEffect, useRef, useState } from "react";
import type { Identity, InboxItem } from "#contract";
import { failureText } from "../../api/failures.ts";
import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/toast.ts";
import { useAct } from "../../ui/use-act.ts";
import css from "./inbox.module.css";
import { answer } from "./queries.ts";
import { doneText, youOf } from "./rules.ts";

/** Asks for the confirmation or the answer; a given answer can be changed. */
export function Confirm({
  item,
  identity,
  onAnswered,
  onChanged,
}: {
  item: InboxItem;
  identity: Identity | null;
  onAnswered?: () => void;
  /** Called where the confirmation was refused: what is shown is read anew. */
  onChanged?: () => void;
}) {
  const { id, confirm, choices, choice, child } = item;
  const [changes, setChanges] = useState(false);
  // until the message is read anew it could be answered again
  const [answered, setAnswered] = useState<InboxItem>();
  const { busy: isSending, act } = useAct((error) => {
    toast.show(failureText(error), "error");
    onChanged?.();
  });
  const done = doneText(item);
  const isDone = done !== undefined && !changes && answered !== item;
  const place = useRef<HTMLDivElement>(null);
  const wasDone = useRef(isDone);
  useLayoutEffect(() => {
    const isOwn = changes || answered !== undefined;
    // the button that was pressed is gone, and the focus with it
    if (isDone !== wasDone.current && isOwn && document.activeElement === document.body)
      place.current?.focus({ preventScroll: true });
    wasDone.current = isDone;
  }, [isDone, changes, answered]);
  if (confirm !== "received" && confirm !== "choice") return null;
  const busy = isSending || answered === item;
  const give = (chosen?: string) =>
    act(async () => {
      onAnswered?.();
      await answer(id, chosen);
      setAnswered(item);
      setChanges(false);
      toast.show(chosen === undefined ? "已确认收到" : `已回答：${chosen}`, "success");
    });
  if (isDone) {
    return (
      <div ref={place} tabIndex={-1} className={css["confirm"]}>
        <p className={css["done"]} role="status">
          {done}
        </p>
        {confirm === "choice" ? (
          <Button onClick={() => setChanges(true)}>{choice === null ? "我来回答" : "改答"}</Button>
        ) : null}
      </div>
    );
  }
  const whose = child === null ? "" : `（${child.name}）`;
  return (
    <div
      ref={place}
      tabIndex={-1}
      className={css["confirm"]}
      role="group"
      aria-label={`确认${whose}`}
    >
      <p>
        {confirm === "choice"
          ? `请${youOf(identity)}选一个回答${whose}：`
          : `看完后，请${youOf(identity)}点“收到”${whose}。`}
      </p>
      <div className={css["keys"]}>
        {confirm === "choice" ? (
          choices.map((one) => (
            <Button
              key={one}
              look={one === choice ? "primary" : "plain"}
              busy={busy}
              onClick={() => void give(one)}
            >
              {one}
            </Button>
          ))
        ) : (
          <Button look="primary" busy={busy} onClick={() => void give()}>
            收到
          </Button>
        )}
      </div>
    </div>
  );
}
