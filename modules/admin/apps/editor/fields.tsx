import type { ReactNode } from "react";
import { Checks } from "../../fields/checks.tsx";
import css from "./editor.module.css";

type Option = readonly [value: string, name: string];

/** Chooses several of a few values; none means no limit. */
export function Several({
  label,
  options,
  values,
  error,
  onChange,
}: {
  label: string;
  options: readonly Option[];
  values: readonly string[];
  error?: string | undefined;
  onChange: (values: string[]) => void;
}) {
  return (
    <Group label={label} error={error}>
      <Checks options={options} values={values} onChange={onChange} />
    </Group>
  );
}

export function Group({
  label,
  error,
  children,
}: {
  label: string;
  error?: string | undefined;
  children: ReactNode;
}) {
  return (
    <fieldset className={css["group"]}>
      <legend>{label}</legend>
      <div className={css["several"]}>{children}</div>
      <p className={css["fault"]} aria-live="polite">
        {error}
      </p>
    </fieldset>
  );
}

/** Shows the entries of a list, each with a button that removes it. */
export function Tokens({
  ids,
  names,
  onRemove,
}: {
  ids: readonly string[];
  names: ReadonlyMap<string, string>;
  onRemove: (id: string) => void;
}) {
  return ids.map((id) => (
    <button
      key={id}
      type="button"
      className={css["token"]}
      aria-label={`移除 ${names.get(id) ?? id}`}
      onClick={() => onRemove(id)}
    >
      {names.get(id) ?? id} <span aria-hidden="true">×</span>
    </button>
  ));
}
