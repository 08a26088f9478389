import { useContext, useEffect, useRef, useState, type ReactNode } from "react";
import { planChange, type Change, type ChangeSet } from "#contract";
import { Button } from "../../../web/src/ui/button.tsx";
import { Skeleton } from "../../../web/src/ui/skeleton.tsx";
import { useModule } from "../../kit/react-module.tsx";
import { useAct } from "../../kit/use-act.ts";
import { hrefOf } from "../shell/address.ts";
import { SidePanel } from "../shell/side-panel.tsx";
import css from "./change.module.css";
import { ChangeView } from "./change-view.tsx";
import { PlanningContext, SourceContext } from "./planning.ts";

/** Asks for a change, previews it, and applies it: nothing happens before the last button (CS-01). */
export function PlanPanel({
  title,
  change,
  form,
  onClose,
  onSettled,
}: {
  title: string;
  /** A known change, which is planned at once. */
  change?: Change;
  /** The form that asks for the change; it plans by `usePlanning`. */
  form?: ReactNode;
  onClose: () => void;
  onSettled: () => void;
}) {
  const { send } = useModule();
  const [refusal, setRefusal] = useState<unknown>();
  const { busy, fault, act } = useAct((text, error) => {
    setRefusal(error);
    return text;
  });
  const [planned, setPlanned] = useState<ChangeSet>();
  const source = useContext(SourceContext);
  const plan = (wanted: Change) =>
    void act(async () =>
      setPlanned(await send(planChange, { change: wanted, ...(source && { source }) })),
    );
  const begun = useRef(false);
  useEffect(() => {
    if (change === undefined || begun.current) return;
    begun.current = true;
    plan(change);
    // oxlint-disable-next-line react/exhaustive-deps -- planned once, when the panel opens
  }, []);

  return (
    <SidePanel title={title} onClose={onClose}>
      {planned !== undefined ? (
        <>
          <ChangeView id={planned.id} known={planned} onSettled={onSettled} onDiscarded={onClose} />
          <p className={css["whole"]}>
            <a href={hrefOf(["changes", planned.id])}>在“变更”里查看</a>
          </p>
        </>
      ) : form !== undefined ? (
        <PlanningContext value={{ plan, busy, fault, refusal }}>{form}</PlanningContext>
      ) : fault === undefined ? (
        <div role="status" aria-label="正在计划">
          <Skeleton height={160} />
        </div>
      ) : (
        <>
          <p className={css["fault"]} role="alert">
            {fault}
          </p>
          {change === undefined ? null : (
            <Button busy={busy} onClick={() => plan(change)}>
              重试
            </Button>
          )}
        </>
      )}
    </SidePanel>
  );
}
