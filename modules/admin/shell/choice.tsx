import { LateSelect } from "./late-select.tsx";

export interface Option {
  value: string;
  label: string;
}

/** Chooses one of a list, with a search in long ones. The value is empty while nothing is chosen. */
export function Choice({
  label,
  placeholder = label,
  options,
  value,
  onChange,
  onOpen,
  className,
  none,
  loading = false,
  disabled = false,
  tall = false,
}: {
  /** The name for screen readers. */
  label: string;
  /** The text while nothing is chosen; the label, where there is none beside it. */
  placeholder?: string;
  options: readonly Option[];
  value: string;
  onChange: (value: string) => void;
  /** Called when the list is opened. */
  onOpen?: () => void;
  className?: string | undefined;
  /** The entry for choosing nothing, where that has a meaning of its own. */
  none?: string;
  loading?: boolean;
  disabled?: boolean;
  /** True when it is as tall as the fields of a form. */
  tall?: boolean;
}) {
  const entries = none === undefined ? options : [{ value: "", label: none }, ...options];
  return (
    <LateSelect
      className={className ?? ""}
      text={entries.find((entry) => entry.value === value)?.label ?? ""}
      aria-label={label}
      placeholder={placeholder}
      options={[...entries]}
      value={value === "" && none === undefined ? null : value}
      onChange={(chosen: string | null | undefined) => onChange(chosen ?? "")}
      onOpenChange={(open: boolean) => open && onOpen?.()}
      notFoundContent={loading ? "正在加载" : "没有可选的"}
      allowClear={none === undefined && value !== ""}
      loading={loading}
      disabled={disabled}
      size={tall ? "large" : "medium"}
      showSearch={options.length > LONG ? { optionFilterProp: "label" } : false}
      popupMatchSelectWidth={false}
    />
  );
}

/** The number of entries from which on a list can be searched. */
const LONG = 12;
