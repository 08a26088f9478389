import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";
import css from "./lone-card.module.css";

/** A page that is one card in the middle of the screen; a notice is wider, with its words in the middle. */
export function LoneCard({ notice, children }: { notice?: boolean; children: ReactNode }) {
  return (
    <main className={css["page"]}>
      <section className={classNames(css["card"], notice && css["notice"])}>{children}</section>
    </main>
  );
}
