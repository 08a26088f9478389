import { hrefOf } from "./address.ts";
import { mayAnywhere, useOwn } from "./own.tsx";

/** Leads to 「名册」, by which people and classes come first; nothing for who may import nowhere. */
export function RostersLink({ className }: { className?: string | undefined }) {
  return mayAnywhere(useOwn(), "roster.import") ? (
    <a className={className} href={hrefOf(["rosters"])}>
      导入名册
    </a>
  ) : null;
}
