import Select, { type SelectProps } from "antd/es/select/index.js";
import { Theme } from "./theme.tsx";

export interface SelectParts extends Omit<SelectProps, "onChange"> {
  // a method: one field hands over a text, another a list
  onChange?(chosen: unknown): void;
}

/** Draws antd's field for choosing in our colours. */
export default function ThemedSelect(parts: SelectParts) {
  return (
    <Theme>
      <Select {...parts} />
    </Theme>
  );
}
