import { useCallback, useRef, useState, type ReactNode } from "react";
import type { Change } from "#contract";
import { Button } from "../../../web/src/ui/button.tsx";
import { PlanPanel } from "./plan-panel.tsx";

/** A button that opens a panel in which a change is asked for, looked at and made. */
export function PlanButton({
  title,
  label,
  look = "plain",
  change,
  form,
  onSettled,
  children,
}: {
  /** Heads the panel. */
  title: string;
  /** Names the button for screen readers, where its words say too little. */
  label?: string;
  look?: "plain" | "quiet";
  /** The change that is planned at once; else `form` asks for it. */
  change?: Change;
  form?: ReactNode;
  /** The change has been applied or taken back, and the panel closed: until then what is behind it stays as it was. */
  onSettled: () => void;
  children: ReactNode;
}) {
  const [open, setOpen] = useState(false);
  const hasSettled = useRef(false);
  const settle = useCallback(() => {
    hasSettled.current = true;
  }, []);
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
        />
      ) : null}
    </>
  );
}
