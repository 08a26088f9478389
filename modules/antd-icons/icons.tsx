import type { HTMLAttributes, Ref } from "react";
import { classNames } from "../../web/src/ui/class-names.ts";
import { Icon, type IconName } from "../../web/src/ui/icon.tsx";

/** The platform's icons by antd's names: all that the parts which we use import. */
const SHAPES = {
  calendar: "M4 6.5h16V20H4V6.5Zm0 4h16M8.5 4v4m7-4v4",
  check: "check",
  "clock-circle": "M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17Zm0-13V12l3 2",
  close: "close",
  "close-circle": "M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17Zm-3-11.5 6 6m0-6-6 6",
  "double-left": "M11 6l-6 6 6 6m7-12-6 6 6 6",
  "double-right": "M6 6l6 6-6 6m7-12 6 6-6 6",
  down: "chevron-down",
  ellipsis: "M5 12v.01M12 12v.01M19 12v.01",
  left: "M15 5l-7 7 7 7",
  loading: "M12 3.5a8.5 8.5 0 1 1-8.5 8.5",
  right: "M9 5l7 7-7 7",
  search: "search",
  "swap-right": "M4 12h16m-6-6 6 6-6 6",
} as const satisfies Record<string, IconName>;

type Parts = HTMLAttributes<HTMLSpanElement> & { spin?: boolean; ref?: Ref<HTMLSpanElement> };

/**
 * Makes a component in the place of one of antd's icons. Nothing is read out: an icon stands in a field or a key that has a
 * name, and antd's own would say an English one.
 */
export function antdIcon(name: keyof typeof SHAPES) {
  return function AntdIcon({ spin = name === "loading", className, ...rest }: Parts) {
    const classes = ["anticon", `anticon-${name}`, spin && "anticon-spin", className];
    return (
      <span {...rest} className={classNames(...classes)} aria-hidden="true">
        <Icon name={SHAPES[name]} size="1em" />
      </span>
    );
  };
}
