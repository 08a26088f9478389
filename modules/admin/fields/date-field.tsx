import { useId, useState } from "react";
import { isDay } from "#contract";
import { classNames } from "../../../web/src/ui/class-names.ts";
import css from "./date-field.module.css";
import { dayAndTime, fieldFault } from "./field-moment.ts";
import { LazyDate } from "./lazy-date.tsx";

interface FieldParts {
  label: string;
  hint?: string | undefined;
  /** Fault of this field, one line; replaces the hint. */
  error?: string | undefined;
  disabled?: boolean | undefined;
}

interface DayParts extends FieldParts {
  /** `YYYY-MM-DD`; empty for none; what was typed where that is no day, so that no other is taken for it. */
  value: string;
  onChange: (day: string) => void;
}

/** A labelled day in a form; says itself where what was typed is none. */
export function DayField({ label, value, hint, error, disabled, onChange }: DayParts) {
  const id = useId();
  const fault = fieldFault(value) ?? error;
  return (
    <div>
      <label className={css["label"]} htmlFor={id}>
        {label}
      </label>
      <LazyDate
        {...{ id, value, disabled, onChange, tall: true, kind: "day" }}
        isWrong={fault !== undefined}
        describedBy={`${id}-note`}
      />
      <Note id={id} hint={hint} error={fault} />
    </div>
  );
}

interface MomentParts extends FieldParts {
  /** `YYYY-MM-DDTHH:mm`; empty for none; with what was typed in the place of either where it is none. */
  value: string;
  onChange: (moment: string) => void;
}

/** The time of day of a day that was chosen without one. */
const MORNING = "08:00";

/** A labelled day and time of day in a form; says itself where what was typed is none. */
export function MomentField({ label, value, hint, error, disabled, onChange }: MomentParts) {
  const id = useId();
  const [day, time] = dayAndTime(value);
  const fault = fieldFault(value) ?? error;
  const isDayWrong = fault !== undefined && (fault === error || !isDay(day));
  const isTimeWrong = fault !== undefined && (fault === error || isDay(day));
  const describedBy = `${id}-note`;
  return (
    <div role="group" aria-labelledby={`${id}-label`}>
      <span id={`${id}-label`} className={css["label"]}>
        {label}
      </span>
      <div className={css["moment"]}>
        <LazyDate
          {...{ id: `${id}-day`, disabled, isWrong: isDayWrong, describedBy, tall: true }}
          kind="day"
          label={`${label}：日期`}
          value={day}
          onChange={(chosen) => onChange(chosen === "" ? "" : `${chosen}T${time || MORNING}`)}
        />
        <LazyDate
          {...{ id: `${id}-time`, isWrong: isTimeWrong, describedBy, tall: true }}
          kind="time"
          label={`${label}：时刻`}
          disabled={disabled === true || day === ""}
          value={time}
          onChange={(chosen) => onChange(`${day}T${chosen || time}`)}
        />
      </div>
      <Note id={id} hint={hint} error={fault} />
    </div>
  );
}

function Note({ id, hint, error }: { id: string } & Pick<FieldParts, "hint" | "error">) {
  return (
    <p
      id={`${id}-note`}
      className={classNames(css["note"], error !== undefined && css["error"])}
      aria-live="polite"
    >
      {error ?? hint}
    </p>
  );
}

/** A day in a line of filters, its label before it. What is typed and is no day narrows nothing, and is said below. */
export function FilterDay({ label, value, onChange }: Omit<DayParts, "hint" | "error">) {
  const id = useId();
  const [wrong, setWrong] = useState("");
  const fault = fieldFault(wrong);
  return (
    <div className={css["filter"]}>
      <label htmlFor={id}>{label}</label>
      <div>
        <LazyDate
          {...{ id, kind: "day", value: wrong || value, isWrong: fault !== undefined }}
          describedBy={`${id}-note`}
          onChange={(typed) => {
            const isTaken = typed === "" || isDay(typed);
            setWrong(isTaken ? "" : typed);
            onChange(isTaken ? typed : "");
          }}
        />
        <p id={`${id}-note`} className={css["error"]} aria-live="polite">
          {fault}
        </p>
      </div>
    </div>
  );
}
