import { hrefOf } from "./address.ts";
import { SERVED } from "./served.ts";

/** A person's name, which leads to their page. */
export function PersonLink({ id, name }: { id: string; name: string }) {
  return SERVED.person ? <a href={hrefOf(["people", id])}>{name}</a> : <span>{name}</span>;
}
