import { type Option, readFrom, type Source } from "./choice.tsx";
import { LateSelect } from "./late-select.tsx";

/** Chooses any number of a list, with a search. */
export function SeveralChoice({
  label,
  placeholder,
  options,
  values,
  onChange,
  className,
  of,
}: {
  /** The name for screen readers. */
  label: string;
  /** The text while nothing is chosen. */
  placeholder: string;
  options: readonly Option[];
  values: readonly string[];
  onChange: (values: string[]) => void;
  className?: string | undefined;
  of?: Source | undefined;
}) {
  return (
    <LateSelect
      atOnce
      mode="multiple"
      className={className ?? ""}
      aria-label={label}
      placeholder={placeholder}
      options={[...options]}
      value={[...values]}
      onChange={(chosen: string[]) => onChange(chosen)}
      {...readFrom(of)}
      size="large"
      showSearch={{ optionFilterProp: "label" }}
      popupMatchSelectWidth={false}
    />
  );
}
