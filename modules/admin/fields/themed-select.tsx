import Select, { type SelectProps } from "antd/es/select/index.js";
import { Theme } from "./theme.tsx";

export interface SelectParts extends Omit<SelectProps, "onChange"> {
  // a method: one field hands over a text, another a list
  onChange?(chosen: unknown): void;
}

/** antd's own name of it is English. */
const CLEAR = { label: "清空" };

/** Draws antd's field for choosing in our colours. */
export default function ThemedSelect({ allowClear, ...parts }: SelectParts) {
  return (
    <Theme>
      <Select {...parts} allowClear={allowClear === true ? CLEAR : false} />
    </Theme>
  );
}
