import type { Option } from "./choice.tsx";
import { LateSelect } from "./late-select.tsx";

/** Chooses any number of a list, with a search. */
export function SeveralChoice({
  label,
  placeholder,
  options,
  values,
  onChange,
  className,
  loading = false,
}: {
  /** The name for screen readers. */
  label: string;
  /** The text while nothing is chosen. */
  placeholder: string;
  options: readonly Option[];
  values: readonly string[];
  onChange: (values: string[]) => void;
  className?: string | undefined;
  loading?: boolean;
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
      loading={loading}
      size="large"
      showSearch={{ optionFilterProp: "label" }}
      notFoundContent="没有可选的"
      popupMatchSelectWidth={false}
    />
  );
}
