import { useCallback, useRef, useState, type ReactNode } from "react";
import type { Change } from "#contract";
import { Button } from "../../../web/src/ui/button.tsx";
import { PlanPanel } from "./plan-panel.tsx";

/** Button that opens a panel in which a change is entered, previewed and applied. */
export function PlanButton({
  title,
  label,
  look = "plain",
  change,
  form,
  onSettled,
  onStale,
  children,
}: {
  /** The panel's title. */
  title: string;
  /** The button's name for screen readers, where its words say too little. */
  label?: string;
  look?: "plain" | "quiet";
  /** The change to plan at once; otherwise `form` asks for it. */
  change?: Change;
  form?: ReactNode;
  /** Called after the change was applied or undone, and the panel closed: without `onStale` the page behind it stays as it was until then. */
  onSettled: () => void;
  /**
   * Called when what is to be changed has been changed, by this panel or by somebody else, while the panel stays: its title
   * names what it is about as that is now called. What `form` knew when it was opened it must keep.
   */
  onStale?: () => void;
  children: ReactNode;
}) {
  const [open, setOpen] = useState(false);
  const hasSettled = useRef(false);
  const settle = useCallback(() => {
    hasSettled.current = true;
    onStale?.();
  }, [onStale]);
  const close = useCallback(() => {
    setOpen(false);
    if (hasSettled.current) onSettled();
    hasSettled.current = false;
  }, [onSettled]);
  return (
    <>
      <Button look={look} aria-label={label} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {children}
      </Button>
      {open ? (
        <PlanPanel
          title={title}
          {...(change !== undefined && { change })}
          form={form}
          onClose={close}
          onSettled={settle}
          onStale={onStale}
        />
      ) : null}
    </>
  );
}
