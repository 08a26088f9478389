import { useContext, useEffect, useRef, useState, type ReactNode } from "react";
import { flushSync } from "react-dom";
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
  onStale,
}: {
  title: string;
  /** A known change, which is planned at once. */
  change?: Change;
  /** The form that asks for the change; it plans by `usePlanning`. */
  form?: ReactNode;
  onClose: () => void;
  onSettled: () => void;
  onStale?: (() => void) | undefined;
}) {
  const { send } = useModule();
  const [refusal, setRefusal] = useState<unknown>();
  const { busy, fault, setFault, act } = useAct((text, error) => {
    setRefusal(error);
    return text;
  });
  const [planned, setPlanned] = useState<ChangeSet>();
  const [isDecided, setDecided] = useState(false);
  const asked = useRef<HTMLDivElement>(null);
  const back = () => {
    // shown before it takes the focus, since the button that was pressed goes
    flushSync(() => setPlanned(undefined));
    asked.current?.focus({ preventScroll: true });
  };
  const source = useContext(SourceContext);
  const forget = () => {
    setRefusal(undefined);
    setFault(undefined);
  };
  const plan = (wanted: Change) =>
    void act(async () => {
      setRefusal(undefined);
      setPlanned(await send(planChange, { change: wanted, ...(source && { source }) }));
    });
  const begun = useRef(false);
  useEffect(() => {
    if (change === undefined || begun.current) return;
    begun.current = true;
    plan(change);
    // oxlint-disable-next-line react/exhaustive-deps -- planned once, when the panel opens
  }, []);

  return (
    <SidePanel title={title} onClose={onClose}>
      {form === undefined || isDecided ? null : (
        // stays while its plan is looked at, so that it can be gone back to as it was filled in
        <div ref={asked} tabIndex={-1} hidden={planned !== undefined} className={css["asked"]}>
          <PlanningContext value={{ plan, busy, fault, refusal, forget }}>{form}</PlanningContext>
        </div>
      )}
      {planned !== undefined ? (
        <>
          <ChangeView
            id={planned.id}
            known={planned}
            onBack={form === undefined ? undefined : back}
            onDecided={() => setDecided(true)}
            onSettled={onSettled}
            onStale={onStale}
            onDiscarded={onClose}
          />
          <p className={css["whole"]}>
            <a href={hrefOf(["changes", planned.id])}>在“变更”里查看</a>
          </p>
        </>
      ) : form !== undefined ? null : fault === undefined ? (
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
