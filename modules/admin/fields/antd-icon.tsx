import type { HTMLAttributes, Ref } from "react";
import { classNames } from "../../../web/src/ui/class-names.ts";

interface Drawing {
  name: string;
  icon: {
    attrs: { viewBox: string };
    children: readonly { attrs: { d: string } }[];
  };
}

/**
 * Draws an icon of antd, in place of the library's own component (modules/build/config.ts): that one has its English name read
 * out. An icon stands in a field or a key that has a name.
 */
export default function AntdIcon({
  icon: { name, icon },
  spin = name === "loading",
  className,
  ...rest
}: HTMLAttributes<HTMLSpanElement> & {
  icon: Drawing;
  spin?: boolean;
  ref?: Ref<HTMLSpanElement>;
}) {
  const classes = ["anticon", `anticon-${name}`, spin && "anticon-spin", className];
  return (
    <span {...rest} className={classNames(...classes)} aria-hidden="true">
      <svg
        viewBox={icon.attrs.viewBox}
        width="1em"
        height="1em"
        fill="currentColor"
        focusable="false"
      >
        {icon.children.map(({ attrs: { d } }) => (
          <path key={d} d={d} />
        ))}
      </svg>
    </span>
  );
}
