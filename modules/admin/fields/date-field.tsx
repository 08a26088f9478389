import { useId } from "react";
import { classNames } from "../../../web/src/ui/class-names.ts";
import css from "./date-field.module.css";
import { LazyDate } from "./lazy-date.tsx";

interface FieldParts {
  label: string;
  hint?: string | undefined;
  /** Fault of this field, one line; replaces the hint. */
  error?: string | undefined;
  disabled?: boolean | undefined;
}

interface DayParts extends FieldParts {
  /** `YYYY-MM-DD`; empty for none. */
  value: string;
  onChange: (day: string) => void;
}

/** A labelled day in a form. */
export function DayField({ label, value, hint, error, disabled, onChange }: DayParts) {
  const id = useId();
  return (
    <div>
      <label className={css["label"]} htmlFor={id}>
        {label}
      </label>
      <LazyDate
        {...{ id, value, disabled, onChange, tall: true, kind: "day" }}
        isWrong={error !== undefined}
        describedBy={`${id}-note`}
      />
      <Note id={id} hint={hint} error={error} />
    </div>
  );
}

interface MomentParts extends FieldParts {
  /** `YYYY-MM-DDTHH:mm`; empty for none. */
  value: string;
  onChange: (moment: string) => void;
}

/** The time of day of a day that was chosen without one. */
const MORNING = "08:00";

/** A labelled day and time of day in a form. */
export function MomentField({ label, value, hint, error, disabled, onChange }: MomentParts) {
  const id = useId();
  const [day = "", time = ""] = value.split("T");
  const isWrong = error !== undefined;
  const describedBy = `${id}-note`;
  return (
    <div role="group" aria-labelledby={`${id}-label`}>
      <span id={`${id}-label`} className={css["label"]}>
        {label}
      </span>
      <div className={css["moment"]}>
        <LazyDate
          {...{ id: `${id}-day`, disabled, isWrong, describedBy, tall: true }}
          kind="day"
          label={`${label}：日期`}
          value={day}
          onChange={(chosen) => onChange(chosen === "" ? "" : `${chosen}T${time || MORNING}`)}
        />
        <LazyDate
          {...{ id: `${id}-time`, isWrong, describedBy, tall: true }}
          kind="time"
          label={`${label}：时刻`}
          disabled={disabled === true || day === ""}
          value={time}
          onChange={(chosen) => onChange(`${day}T${chosen || time}`)}
        />
      </div>
      <Note id={id} hint={hint} error={error} />
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

/** A day in a line of filters, its label before it. */
export function FilterDay({ label, value, onChange }: Omit<DayParts, "hint" | "error">) {
  const id = useId();
  return (
    <div className={css["filter"]}>
      <label htmlFor={id}>{label}</label>
      <LazyDate {...{ id, value, onChange, kind: "day" }} />
    </div>
  );
}
