import { LazySelect } from "./lazy-select.tsx";

export interface Option {
  value: string;
  label: string;
}

/** The answer that the entries are read from. */
export interface Source {
  data: unknown;
  error: unknown;
  reload: () => void;
}

/** Returns what a list says while it has no entries; one that could not be read is read again when it is opened. */
export function readFrom(of: Source | undefined, onOpen?: () => void) {
  const isMissing = of !== undefined && of.data === undefined;
  const hasFailed = isMissing && of.error !== undefined;
  return {
    loading: isMissing && !hasFailed,
    notFoundContent: hasFailed
      ? "没有读到，关上再打开会重新读"
      : isMissing
        ? "正在加载"
        : "没有可选的",
    onOpenChange: (open: boolean) => {
      if (!open) return;
      if (hasFailed) of.reload();
      onOpen?.();
    },
  };
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
  of,
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
  of?: Source | undefined;
  disabled?: boolean;
  /** True when it is as tall as the fields of a form. */
  tall?: boolean;
}) {
  const entries = none === undefined ? options : [{ value: "", label: none }, ...options];
  return (
    <LazySelect
      className={className ?? ""}
      text={entries.find((entry) => entry.value === value)?.label ?? ""}
      aria-label={label}
      placeholder={placeholder}
      options={[...entries]}
      value={value === "" && none === undefined ? null : value}
      onChange={(chosen: string | null | undefined) => onChange(chosen ?? "")}
      {...readFrom(of, onOpen)}
      allowClear={none === undefined && value !== ""}
      disabled={disabled}
      size={tall ? "large" : "medium"}
      showSearch={options.length > LONG ? { optionFilterProp: "label" } : false}
      popupMatchSelectWidth={false}
    />
  );
}

/** The number of entries from which on a list can be searched. */
const LONG = 12;
