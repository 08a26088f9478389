import Select from "antd/es/select/index.js";

export interface Option {
  value: string;
  label: string;
}

/** Chooses one of a list; a long list can be searched. Nothing chosen is the empty string. */
export function Choice({
  label,
  placeholder = label,
  options,
  value,
  onChange,
  className,
  none,
  loading = false,
  disabled = false,
  tall = false,
}: {
  /** Names it for screen readers. */
  label: string;
  /** Stands in it while nothing is chosen; the label, where no label is beside it. */
  placeholder?: string;
  options: readonly Option[];
  value: string;
  onChange: (value: string) => void;
  className?: string | undefined;
  /** The entry for choosing nothing, where that means something of its own. */
  none?: string;
  loading?: boolean;
  disabled?: boolean;
  /** As tall as the fields of a form. */
  tall?: boolean;
}) {
  const entries = none === undefined ? options : [{ value: "", label: none }, ...options];
  return (
    <Select
      className={className ?? ""}
      aria-label={label}
      placeholder={placeholder}
      options={[...entries]}
      value={value === "" && none === undefined ? null : value}
      onChange={(chosen: string | null | undefined) => onChange(chosen ?? "")}
      allowClear={none === undefined && value !== ""}
      loading={loading}
      disabled={disabled}
      size={tall ? "large" : "medium"}
      showSearch={options.length > LONG ? { optionFilterProp: "label" } : false}
      popupMatchSelectWidth={false}
    />
  );
}

/** Entries from which on a list is searched. */
const LONG = 12;
