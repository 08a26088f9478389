import { type Option, readFrom, type Source } from "./choice.tsx";
import { LazySelect } from "./lazy-select.tsx";

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
    <LazySelect
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
