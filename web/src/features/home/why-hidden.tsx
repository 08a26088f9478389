import { useEffect, useState } from "react";
import { type AnswerOf, explainHiddenApps } from "#contract";
import { send } from "../../api/client.ts";
import { failureText } from "../../api/failures.ts";
import { onPathChange } from "../../platform/navigation.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import css from "./search-hits.module.css";

const QUIET = { quietGeneral: true, quietError: true } as const;

/** Dialog that says why an app of this name is not among the person's own, and whom to ask (AD-17). */
export default function WhyHidden({ name, onClose }: { name: string; onClose: () => void }) {
  const [told, setTold] = useState<AnswerOf<typeof explainHiddenApps>>();
  const [fault, setFault] = useState<string>();
  // who leaves the page has done with the question
  useEffect(() => onPathChange(onClose), [onClose]);
  useEffect(() => {
    let over = false;
    send(explainHiddenApps, { name }, QUIET).then(
      (answer) => over || setTold(answer),
      (error: unknown) => over || setFault(failureText(error)),
    );
    return () => {
      over = true;
    };
  }, [name]);
  return (
    <Dialog
      title="为什么看不到这个应用？"
      onClose={onClose}
      actions={
        <Button look="primary" onClick={onClose}>
          知道了
        </Button>
      }
    >
      <div className={css["why"]} role="status" aria-live="polite">
        {fault !== undefined ? <p>{fault}</p> : null}
        {told === undefined && fault === undefined ? <Skeleton height={48} /> : null}
        {told?.apps.map((app) => (
          <p key={app.name}>
            <strong>{app.name}</strong>
            {`：${app.sentence}`}
          </p>
        ))}
        {told?.apps.length === 0 ? <p>{`没有名叫“${name}”的应用，或者它不向本校开放。`}</p> : null}
        {told === undefined ? null : <p>{told.ask}</p>}
      </div>
    </Dialog>
  );
}
