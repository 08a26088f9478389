import { useState } from "react";
import type { ChangeSet } from "#contract";
import { Button } from "../../../web/src/ui/button.tsx";
import { ChangeView } from "../change/change-view.tsx";
import { Heading } from "../shell/heading.tsx";
import { AccountSheets } from "./account-sheets.tsx";
import { Steps } from "./steps.tsx";
import css from "./rosters.module.css";

/** Shows the outcome of an import, or its plan, and the sheets of the accounts that it made (RO-06). */
export function ImportedPart({
  id,
  known,
  next,
  onNext,
  onOther,
  onSettled,
  onBack,
}: {
  id: string;
  known?: ChangeSet;
  /** Files that wait for their turn. */
  next: readonly File[];
  onNext: () => void;
  onOther: () => void;
  /** Called after the import was applied or undone. */
  onSettled: () => void;
  /** Called when the plan was given up: the file is still there. */
  onBack: () => void;
}) {
  const [settled, setSettled] = useState(0);
  const [following] = next;
  return (
    <>
      <Heading title="导入名册" place={`rosters/${id}`}>
        {following === undefined ? (
          <Button onClick={onOther}>导入另一份文件</Button>
        ) : (
          <Button onClick={onNext}>下一个文件：{following.name}</Button>
        )}
      </Heading>
      <Steps at={settled > 0 ? 5 : 4} />
      <div className={css["parts"]}>
        <AccountSheets key={settled} id={id} />
        <section aria-label="看差别" className={css["card"]}>
          <ChangeView
            id={id}
            {...(known !== undefined && { known })}
            onSettled={() => {
              setSettled((turn) => turn + 1);
              onSettled();
            }}
            onDiscarded={onBack}
          />
        </section>
      </div>
    </>
  );
}
