import { hrefOf } from "./address.ts";
import css from "./shell.module.css";

/** A person's name as a link to their page. */
export function PersonLink({ id, name }: { id: string; name: string }) {
  return (
    <a className={css["person"]} href={hrefOf(["people", id])}>
      {name}
    </a>
  );
}
