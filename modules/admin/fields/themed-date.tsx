import dayjsGenerateConfig from "@rc-component/picker/generate/dayjs";
import generateSinglePicker from "antd/es/date-picker/generatePicker/generateSinglePicker.js";
import zhCN from "antd/es/date-picker/locale/zh_CN.js";
import dayjs, { type Dayjs } from "dayjs";
import "dayjs/locale/zh-cn.js";
import { useEffect, useRef, useState, type KeyboardEvent, type SyntheticEvent } from "react";
import { fieldOf } from "./field-moment.ts";
import css from "./lazy-select.module.css";
import { Theme } from "./theme.tsx";
import { useNarrow } from "../shell/use-narrow.ts";

/**
 * The first format is shown; the others can be typed as well, and are taken as soon as they are whole. A day of one digit
 * may be the beginning of another: it counts, too, but the field shows it as it was typed until it is left.
 */
const FORMATS = {
  day: {
    kept: "YYYY-MM-DD",
    shown: [
      ...["YYYY年M月D日", "YYYY年MM月DD日", "YYYY-MM-DD", "YYYY-M-DD", "YYYY/MM/DD", "YYYY/M/DD"],
      ...["YYYY.MM.DD", "YYYY.M.DD", "YYYYMMDD"],
    ],
    begun: ["YYYY-M-D", "YYYY-MM-D", "YYYY/M/D", "YYYY/MM/D", "YYYY.M.D", "YYYY.MM.D"],
  },
  time: { kept: "HH:mm", shown: ["HH:mm", "H:mm", "HHmm"], begun: [] },
} as const;

/** The keys of year and month say which they are; another name would hide that from who hears it. */
const LOCALE = { ...zhCN, lang: { ...zhCN.lang, yearSelect: "", monthSelect: "" } };

/** The place of the calendar: beside or over its field where it fits not otherwise, so that the keys of the months stay in reach. */
const ALIGN = { overflow: { adjustX: true, adjustY: true, shiftX: true, shiftY: true } };

let now: () => Date = () => new Date();

/** Sets the clock by which today is marked and calendars open; antd asks for it as soon as a field is drawn. */
export function setClock(clock: () => Date): void {
  now = clock;
}

// by this name antd asks for the time now of the zone that is set: a machine's own zone and clock may be wrong
dayjs.extend((_options, { prototype }) =>
  Object.assign(prototype, { tz: () => dayjs(fieldOf(now().toISOString())) }),
);

/** antd's field for one day or time; its entry would bring the fields for ranges along. */
const { DatePicker } = generateSinglePicker(dayjsGenerateConfig);

export interface DateParts {
  id: string;
  kind: keyof typeof FORMATS;
  /** `YYYY-MM-DD` or `HH:mm`; empty for none. What was typed and is neither stands here, too, once the field was left. */
  value: string;
  onChange: (value: string) => void;
  label?: string | undefined;
  describedBy?: string | undefined;
  isWrong?: boolean | undefined;
  disabled?: boolean | undefined;
  /** True when it is as tall as the fields of a form. */
  tall?: boolean | undefined;
  /** True when it had the focus before it was there. */
  autoFocus?: boolean | undefined;
  /** True when it was pressed before it was there. */
  defaultOpen?: boolean | undefined;
  /** Text typed before it was there, which goes on. */
  typed?: string | undefined;
}

/** Draws antd's field for a day or a time of day in our colours and in Chinese. */
export default function ThemedDate(parts: DateParts) {
  const { id, kind, value, onChange, label, describedBy, isWrong, disabled, tall, autoFocus } =
    parts;
  const { defaultOpen } = parts;
  const narrow = useNarrow();
  const { kept, shown, begun } = FORMATS[kind];
  /** Keeps what antd has as chosen while `of` is typed, which may go on or is no day: another one would be written over it. */
  const [before, keepBefore] = useState<{ chosen: string; of: string }>();
  /** Counts how often the field was drawn anew, to show what counts: antd leaves another text of the same day as it is. */
  const [putBack, countPutBack] = useState(0);
  const formats = [...shown, ...begun];
  const isOne = (text: string) => text === "" || dayjs(text, kept, true).isValid();
  const held = before?.of === value ? before.chosen : isOne(value) ? value : "";
  // a form takes what it is told for a change, and drops what it had asked about
  const pass = (to: string) => {
    if (to !== value) onChange(to);
  };
  /** Tells what was typed and leaves it in the field as it is. */
  const tellTyped = (typed: string) => {
    keepBefore({ chosen: held, of: typed });
    pass(typed);
  };
  const [isOpen, setOpen] = useState(defaultOpen ?? false);
  const isTyped = useRef(false);
  // who types wants no calendar, which antd opens at each key: it would lie over the fields and keys that come next
  const open = (next: boolean) => setOpen(next && !isTyped.current);
  const tell = (to: Dayjs | null | undefined) => {
    keepBefore(undefined);
    pass(to?.format(kept) ?? "");
  };
  const begin = ({ target }: SyntheticEvent) => {
    isTyped.current = true;
    setOpen(false);
    if (!(target instanceof HTMLInputElement)) return;
    const typed = dayjs(target.value, [...begun], true);
    if (begun.length > 0 && typed.isValid()) tellTyped(typed.format(kept));
    // what is said of it follows the text; antd keeps the day that it has, which it would write over an emptied field
    else if (!isOne(value) && !dayjs(target.value, formats, true).isValid()) {
      const text = target.value.trim();
      if (text !== "" || kind === "day") tellTyped(text);
    }
  };
  /** Takes what stands in the field for what was meant: antd would put back what was there before, and that be saved. */
  const leave = (field: EventTarget) => {
    if (!(field instanceof HTMLInputElement)) return;
    const text = field.value.trim();
    if (dayjs(text, formats, true).isValid()) return keepBefore(undefined);
    if (text !== "") return tellTyped(text);
    if (kind === "day") tell(null);
    // there is no moment without a time of day: that of before
    else pass(held);
  };
  /** Tells whether the text is the day that is chosen, written as it may go on, or an emptied time of day. */
  const isOutdated = (field: EventTarget) => {
    if (!(field instanceof HTMLInputElement)) return false;
    if (kind === "time") return field.value.trim() === "" && value !== "";
    const typed = dayjs(field.value, [...begun], true);
    return typed.isValid() && typed.format(kept) === held;
  };
  const chosen = held === "" ? null : dayjs(held, kept, true);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const field = box.current?.querySelector("input");
    const text = parts.typed ?? (isOne(value) ? undefined : value);
    if (text === undefined || field == null) return;
    // what was typed, or typed and left, stands there again: antd takes a text only from its keys
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(field, text);
    field.dispatchEvent(new Event("input", { bubbles: true }));
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once
  }, []);
  return (
    <Theme>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- hears the keys of the field inside */}
      <div
        ref={box}
        className={css["date"]}
        onInput={begin}
        onPointerDownCapture={() => (isTyped.current = false)}
        onKeyDownCapture={({ key, target }) => (key === "Enter" ? leave(target) : undefined)}
        onKeyDown={(event) => {
          keepForm(event);
          // this Enter took what was typed, the next opens the calendar
          if (event.key === "Enter") isTyped.current = false;
        }}
        onBlurCapture={({ target }) => {
          leave(target);
          if (isOutdated(target)) countPutBack(putBack + 1);
        }}
      >
        <DatePicker
          key={putBack}
          id={id}
          picker={kind === "day" ? "date" : "time"}
          locale={LOCALE}
          format={[...shown]}
          value={chosen?.isValid() === true ? chosen : null}
          onChange={tell}
          // typed text counts at once, and not when the field is left: a press on the form's key is the leaving
          onCalendarChange={(to: unknown) => tell(to as Dayjs | null)}
          preserveInvalidOnBlur
          previewValue={false}
          needConfirm={false}
          showNow={kind === "day"}
          allowClear={kind === "day"}
          minuteStep={5}
          popupAlign={ALIGN}
          inputReadOnly={narrow}
          placeholder={kind === "day" ? "年/月/日" : "时:分"}
          size={tall === true ? "large" : "medium"}
          style={{ width: "100%" }}
          {...(label !== undefined && { "aria-label": label })}
          {...(describedBy !== undefined && { "aria-describedby": describedBy })}
          {...(isWrong === true && { status: "error" as const })}
          // antd goes on calling a day wrong that it did not take while it was typed
          aria-invalid={isWrong === true}
          {...(disabled !== undefined && { disabled })}
          autoFocus={autoFocus === true && putBack === 0}
          open={isOpen}
          onOpenChange={open}
        />
      </div>
    </Theme>
  );
}

/** Enter takes the day that was typed, or opens the calendar; it does not send the form as well. */
function keepForm(event: KeyboardEvent) {
  if (event.key === "Enter" && event.target instanceof HTMLInputElement) event.preventDefault();
}
