import { useState } from "react";
import css from "./year.module.css";

/** A line of text that is told when one leaves it, and not with every key. */
export function LeftField({
  label,
  value,
  disabled = false,
  onLeave,
}: {
  /** The name for screen readers. */
  label: string;
  value: string;
  disabled?: boolean;
  onLeave: (value: string) => void;
}) {
  const [typed, setTyped] = useState<string>();
  return (
    <input
      className={css["field"]}
      aria-label={label}
      value={typed ?? value}
      disabled={disabled}
      maxLength={100}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={({ target }) => {
        if (target.value !== value) onLeave(target.value);
        setTyped(undefined);
      }}
      onKeyDown={({ key, currentTarget }) => {
        if (key === "Enter") currentTarget.blur();
      }}
    />
  );
}
