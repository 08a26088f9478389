import { classNames } from "./class-names.ts";
import css from "./skeleton.module.css";

/** Placeholder of the content's size; the list or page around it says that it is loading. */
export function Skeleton({
  width = "100%",
  height = "1em",
  round = false,
  className,
}: {
  width?: number | string;
  height?: number | string;
  round?: boolean;
  className?: string | undefined;
}) {
  return (
    <span
      className={classNames(css["skeleton"], round && css["round"], className)}
      style={{ width, height }}
    />
  );
}
