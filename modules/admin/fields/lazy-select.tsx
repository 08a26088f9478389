import { useEffect, useRef, useState, type ComponentType } from "react";
import { classNames } from "../../../web/src/ui/class-names.ts";
import { Icon } from "../../../web/src/ui/icon.tsx";
import { useModule } from "../../kit/react-module.tsx";
import css from "./lazy-select.module.css";
import type { SelectParts } from "./themed-select.tsx";

let loaded: ComponentType<SelectParts> | undefined;

/** Fetches antd's field, which is larger than all else that the first screen shows. */
async function loadSelect(): Promise<ComponentType<SelectParts>> {
  return (loaded ??= (await import("./themed-select.tsx")).default);
}

/** The way in which the field has been touched: by the pointer passing over it, the focus, or a press. */
type Touch = "passed" | "focused" | "pressed";

interface LazyParts extends SelectParts {
  /** The text of what is chosen, for as long as the field has not been touched. */
  text?: string;
  /** True when it is shown as it is to type into, and not only once it has been touched. */
  atOnce?: boolean;
}

/**
 * A field for choosing that is drawn by antd from the moment it is touched; until then a plain one stands in its place,
 * which looks the same and costs a hundredth.
 */
export function LazySelect({ text = "", atOnce = false, ...parts }: LazyParts) {
  const { fail } = useModule();
  const [touch, setTouch] = useState<Touch | undefined>(() =>
    atOnce && loaded !== undefined ? "passed" : undefined,
  );
  const pressing = useRef(false);
  const gone = useRef(false);
  useEffect(() => {
    gone.current = false;
    return () => {
      gone.current = true;
    };
  }, []);

  function touched(how: Touch) {
    const show = () => {
      // between the two halves of a press the field stays the one that was pressed
      if (gone.current || (how === "passed" && pressing.current)) return;
      setTouch((before) => (before === "pressed" ? before : how));
      if (how === "pressed") parts.onOpenChange?.(true);
    };
    if (loaded !== undefined) return show();
    loadSelect().then(show, fail);
  }
  useEffect(() => {
    if (atOnce && touch === undefined) touched("passed");
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once
  }, []);

  const Select = loaded;
  if (touch !== undefined && Select !== undefined) {
    // anew for a press that was made while the pointer's passing still had it fetched: antd opens and focuses at the start
    return (
      <Select
        key={touch}
        {...parts}
        autoFocus={touch !== "passed"}
        defaultOpen={touch === "pressed"}
      />
    );
  }
  const { className, size, disabled = false, placeholder } = parts;
  return (
    <div className={classNames(className, css["field"], size === "large" && css["tall"])}>
      <input
        type="text"
        role="combobox"
        aria-label={parts["aria-label"]}
        aria-haspopup="listbox"
        aria-expanded={false}
        readOnly
        disabled={disabled}
        value={text}
        placeholder={typeof placeholder === "string" ? placeholder : ""}
        title={text}
        onPointerEnter={() => {
          // what is chosen can be taken back, by a key that only the real field has
          if (parts.allowClear === true) touched("passed");
          else loadSelect().catch(() => {});
        }}
        onPointerDown={() => {
          pressing.current = true;
          // the pointer has just passed, and the exchange is not drawn yet
          setTouch((before) => (before === "passed" ? undefined : before));
        }}
        onPointerCancel={() => {
          pressing.current = false;
        }}
        onFocus={() => {
          if (!pressing.current) touched("focused");
        }}
        onClick={() => {
          pressing.current = false;
          touched("pressed");
        }}
      />
      <Icon name="chevron-down" size={14} />
    </div>
  );
}
