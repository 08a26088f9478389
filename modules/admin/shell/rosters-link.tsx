import { hrefOf } from "./address.ts";
import { mayAnywhere, useOwnRights } from "./own-rights.tsx";

/** Leads to 「名册」, by which people and classes come first; nothing for who may import nowhere. */
export function RostersLink({ className }: { className?: string | undefined }) {
  return mayAnywhere(useOwnRights(), "roster.import") ? (
    <a className={className} href={hrefOf(["rosters"])}>
      导入名册
    </a>
  ) : null;
}
