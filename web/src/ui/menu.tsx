import {
  useId,
  useRef,
  useState,
  type ComponentType,
  type KeyboardEvent,
  type ReactNode,
} from "react";
import css from "./menu.module.css";

/** The properties that a menu button gives to the menu that opens under it. */
export interface PanelPlace {
  id: string;
  label: string;
  /** The side of the button that the menu stands at; `above` stands over its end. */
  align: "start" | "end" | "above";
  /** The focus starts at the last item. */
  fromEnd: boolean;
  /** `back`: the focus returns to the button. */
  onClose: (back: boolean) => void;
}

/** A button that opens a menu under it: a `MenuPanel`, which is fetched when the pointer or the focus comes near. */
export function MenuButton<P extends object>({
  label,
  trigger,
  Panel,
  shown,
  onNear,
  align = "end",
  isCurrent = false,
  className,
}: {
  /** Name of the button, for screen readers. */
  label: string;
  /** Content of the button. */
  trigger: ReactNode;
  Panel: ComponentType<P & { place: PanelPlace }>;
  /** The panel's own properties. */
  shown: P;
  onNear?: () => void;
  align?: PanelPlace["align"];
  /** Marks the button of the place where one is. */
  isCurrent?: boolean | undefined;
  className?: string | undefined;
}) {
  const id = useId();
  const [open, setOpen] = useState<"start" | "end" | null>(null);
  const button = useRef<HTMLButtonElement>(null);

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    event.preventDefault();
    setOpen(event.key === "ArrowUp" ? "end" : "start");
  }

  function onClose(back: boolean) {
    setOpen(null);
    if (back) button.current?.focus();
  }

  return (
    <div className={css["root"]}>
      <button
        ref={button}
        type="button"
        className={className}
        aria-label={label}
        aria-current={isCurrent ? "page" : undefined}
        aria-haspopup="menu"
        aria-expanded={open !== null}
        aria-controls={open === null ? undefined : id}
        onPointerEnter={onNear}
        onFocus={onNear}
        // a second press, too, waits for a menu that is still on its way
        onClick={() => setOpen(document.getElementById(id) === null ? "start" : null)}
        onKeyDown={onKeyDown}
      >
        {trigger}
      </button>
      {open === null ? null : (
        <Panel {...shown} place={{ id, label, align, fromEnd: open === "end", onClose }} />
      )}
    </div>
  );
}
