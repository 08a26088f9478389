import { useId, useState, useSyncExternalStore, type ComponentProps } from "react";
import { classNames } from "./class-names.ts";
import { IconButton } from "./icon-button.tsx";
import css from "./text-field.module.css";

interface TextFieldParts {
  label: string;
  /** Fault of this field, one line; shown under it and read out when it appears. */
  error?: string | undefined;
  /** Help for filling the field in; the error replaces it. */
  hint?: string | undefined;
}

const never = () => () => {};

/** A labelled line of text. `type="password"` can be shown and hidden. `ref` is the input's. */
export function TextField({
  label,
  error,
  hint,
  id,
  type = "text",
  className,
  ...rest
}: ComponentProps<"input"> & TextFieldParts) {
  const ownId = useId();
  const inputId = id ?? ownId;
  const noteId = `${inputId}-note`;
  const [shown, setShown] = useState(false);
  const secret = type === "password";
  // Nothing to press before the script is there, so a page drawn ahead of it does without.
  const alive = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  const note = error ?? hint;

  return (
    <div className={className}>
      <label className={css["label"]} htmlFor={inputId}>
        {label}
      </label>
      <div className={classNames(css["box"], error !== undefined && css["wrong"])}>
        <input
          {...rest}
          id={inputId}
          type={secret && shown ? "text" : type}
          className={css["input"]}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={note === undefined ? undefined : noteId}
        />
        {secret && alive ? (
          <IconButton
            icon={shown ? "eye-off" : "eye"}
            label={shown ? "隐藏密码" : "显示密码"}
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
          />
        ) : null}
      </div>
      <p
        id={noteId}
        className={classNames(css["note"], error !== undefined && css["error"])}
        aria-live="polite"
      >
        {note}
      </p>
    </div>
  );
}
