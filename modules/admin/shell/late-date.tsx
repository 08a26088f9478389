import { useEffect, useRef, useState, type ComponentType } from "react";
import { classNames } from "../../../web/src/ui/class-names.ts";
import { useModule } from "../../kit/react-module.tsx";
import css from "./late-select.module.css";
import type { DateParts } from "./themed-date.tsx";

let loaded: ComponentType<DateParts> | undefined;

/** A field for a day or a time of day. antd's own is fetched when the first one is shown; until then a plain one stands there. */
export function LateDate(parts: DateParts) {
  const { fail } = useModule();
  const [Field, setField] = useState(() => loaded);
  const [hadFocus, setHadFocus] = useState(false);
  const focused = useRef(false);
  useEffect(() => {
    if (Field !== undefined) return undefined;
    let gone = false;
    import("./themed-date.tsx").then((chunk) => {
      loaded = chunk.default;
      if (gone) return;
      setHadFocus(focused.current);
      setField(() => chunk.default);
    }, fail);
    return () => {
      gone = true;
    };
  }, [Field, fail]);
  if (Field !== undefined) return <Field {...parts} autoFocus={hadFocus} />;
  const { id, kind, value, label, disabled, tall } = parts;
  return (
    <div className={classNames(css["field"], tall === true && css["tall"])}>
      <input
        id={id}
        type="text"
        aria-label={label}
        readOnly
        disabled={disabled}
        value={kind === "day" ? dayShown(value) : value}
        placeholder={kind === "day" ? "年/月/日" : "时:分"}
        onFocus={() => (focused.current = true)}
        onBlur={() => (focused.current = false)}
      />
    </div>
  );
}

/** Shows a day as the field does: 2026年9月1日. */
function dayShown(day: string): string {
  const [year, month, date] = day.split("-").map(Number);
  return day === "" ? "" : `${year}年${month}月${date}日`;
}
