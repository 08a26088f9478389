import { useId, type ReactNode } from "react";
import css from "./card.module.css";

/** A section of a module's page, with its heading. */
export function Card({
  title,
  hint,
  children,
}: {
  title: string;
  hint?: string;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section className={css["card"]} aria-labelledby={id}>
      <h2 id={id} className={css["title"]}>
        {title}
      </h2>
      {hint === undefined ? null : <p className={css["hint"]}>{hint}</p>}
      {children}
    </section>
  );
}
