import type { ReactNode } from "react";
import type { YearView } from "#contract";
import type { Draft, Year } from "./use-year.ts";
import css from "./year.module.css";

/** Properties of every step of a plan. */
export interface StepParts {
  year: Year;
  view: YearView;
  draft: Draft;
}

/** Returns whether a plan can be changed. */
export function mayEdit({ plan }: YearView): boolean {
  return plan?.is_open !== false;
}

/** A card of a step, with its title. */
export function Card({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={css["card"]} aria-label={title}>
      <h3 className={css["title"]}>{title}</h3>
      {children}
    </section>
  );
}
