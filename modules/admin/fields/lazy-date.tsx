import { useEffect, useRef, useState, type ComponentType } from "react";
import { flushSync } from "react-dom";
import { isDay } from "#contract";
import { classNames } from "../../../web/src/ui/class-names.ts";
import { useModule } from "../../kit/react-module.tsx";
import { useNarrow } from "../shell/use-narrow.ts";
import css from "./lazy-select.module.css";
import type { DateParts } from "./themed-date.tsx";

let loaded: ComponentType<DateParts> | undefined;

/** The touches of the plain field, from which the other one goes on. */
interface Touch {
  hasFocus: boolean;
  isPressed: boolean;
  /** Settles when the press that has begun is over. */
  released: Promise<void> | undefined;
}

/** A field for a day or a time of day. antd's own is fetched when the first one is shown; until then a plain one stands there. */
export function LazyDate(parts: DateParts) {
  const { fail, now } = useModule();
  const [Field, setField] = useState(() => loaded);
  const [start, setStart] = useState<Pick<DateParts, "autoFocus" | "defaultOpen">>({});
  const [typed, setTyped] = useState<string>();
  const touched = useRef<Touch>({ hasFocus: false, isPressed: false, released: undefined });
  const gone = useRef(false);
  const narrow = useNarrow();

  /** Tells what was typed as it is: the other field takes it for a day where it is one. */
  function tellTyped() {
    if (typed !== undefined) parts.onChange(typed);
    setTyped(undefined);
  }

  async function exchange() {
    const chunk = await import("./themed-date.tsx");
    // between the two halves of a press the field stays the one that was pressed
    await touched.current.released;
    chunk.setClock(now);
    loaded = chunk.default;
    if (gone.current) return;
    const { hasFocus, isPressed } = touched.current;
    // at once: what is focused and typed before it is drawn would not go on in the other field
    flushSync(() => {
      setStart({ autoFocus: hasFocus, defaultOpen: hasFocus && isPressed });
      setField(() => chunk.default);
    });
  }
  useEffect(() => {
    gone.current = false;
    if (Field === undefined) exchange().catch(fail);
    return () => {
      gone.current = true;
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once
  }, []);
  if (Field !== undefined) return <Field {...parts} {...start} typed={typed} />;
  const { id, kind, value, label, describedBy, isWrong, disabled, tall } = parts;
  return (
    <div className={classNames(css["field"], tall === true && css["tall"])}>
      <input
        id={id}
        type="text"
        aria-label={label}
        aria-describedby={describedBy}
        aria-invalid={isWrong === true}
        readOnly={narrow}
        disabled={disabled}
        value={typed ?? (kind === "day" ? dayShown(value) : value)}
        placeholder={kind === "day" ? "年/月/日" : "时:分"}
        onPointerDown={() => {
          const released = release();
          touched.current.released = released;
          // it may be exchanged, and that not be drawn yet
          setField(undefined);
          released.then(exchange).catch(fail);
        }}
        onClick={() => (touched.current.isPressed = true)}
        onFocus={() => (touched.current.hasFocus = true)}
        onInput={({ currentTarget }) => {
          setTyped(currentTarget.value);
          touched.current.isPressed = false;
        }}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          // as in the other field, it takes what was typed, and does not send the form
          event.preventDefault();
          tellTyped();
        }}
        onBlur={() => {
          Object.assign(touched.current, { hasFocus: false, isPressed: false });
          tellTyped();
        }}
      />
    </div>
  );
}

/** Resolves after the pointer has been lifted, and its click heard. */
function release(): Promise<void> {
  return new Promise((resolve) => {
    for (const end of ["pointerup", "pointercancel"]) {
      window.addEventListener(end, () => setTimeout(resolve), { once: true });
    }
  });
}

/** Shows a day as the field does: 2026年9月1日; what was typed and is none as it is. */
function dayShown(day: string): string {
  if (!isDay(day)) return day;
  const [year, month, date] = day.split("-").map(Number);
  return `${year}年${month}月${date}日`;
}
