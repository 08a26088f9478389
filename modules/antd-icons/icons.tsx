import type { HTMLAttributes, Ref } from "react";
import { classNames } from "../../web/src/ui/class-names.ts";

/** The strokes on a grid of 24, as those of `web/src/ui/icon.tsx`, by antd's names: all that the parts which we use import. */
const SHAPES = {
  calendar: "M4 6.5h16V20H4V6.5Zm0 4h16M8.5 4v4m7-4v4",
  check: "m5 12.5 4.5 4.5L19 7.5",
  "clock-circle": "M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17Zm0-13V12l3 2",
  close: "m6 6 12 12M18 6 6 18",
  "close-circle": "M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17Zm-3-11.5 6 6m0-6-6 6",
  "double-left": "m11 6-6 6 6 6m7-12-6 6 6 6",
  "double-right": "m6 6 6 6-6 6m7-12 6 6-6 6",
  down: "m5 9 7 7 7-7",
  ellipsis: "M5 12v.01M12 12v.01M19 12v.01",
  left: "m15 5-7 7 7 7",
  loading: "M12 3.5a8.5 8.5 0 1 1-8.5 8.5",
  right: "m9 5 7 7-7 7",
  search: "M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13Zm4.7-1.8L20 20",
  "swap-right": "M4 12h16m-6-6 6 6-6 6",
} as const;

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
        <svg
          viewBox="0 0 24 24"
          width="1em"
          height="1em"
          fill="none"
          stroke="currentColor"
          strokeWidth="2.2"
          strokeLinecap="round"
          strokeLinejoin="round"
          focusable="false"
        >
          <path d={SHAPES[name]} />
        </svg>
      </span>
    );
  };
}
