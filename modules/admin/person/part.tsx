import { useId, type ReactNode } from "react";
import css from "./person.module.css";

/** A section of a page, with its acts beside its heading. */
export function Part({
  title,
  acts,
  wide = false,
  children,
}: {
  title: string;
  acts?: ReactNode;
  /** True when it takes both columns, where there are two. */
  wide?: boolean;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section className={wide ? css["wide"] : css["part"]} aria-labelledby={id}>
      <div className={css["partHead"]}>
        <h3 id={id} className={css["title"]}>
          {title}
        </h3>
        {acts}
      </div>
      {children}
    </section>
  );
}
