import { SEARCH_SORTS } from "#contract";
import { classNames } from "../../ui/class-names.ts";
import { changed, searchPath, type Search } from "./address.ts";
import css from "./page.module.css";
import { SORT_NAMES } from "./wording.ts";

export function SortLinks({ search }: { search: Search }) {
  return (
    <nav className={css["sorts"]} aria-label="排序">
      {SEARCH_SORTS.map((sort) => (
        <a
          key={sort}
          className={classNames(css["sort"], sort === search.sort && css["current"])}
          href={`#${searchPath(changed(search, { sort }))}`}
          aria-current={sort === search.sort ? "true" : undefined}
        >
          {SORT_NAMES[sort]}
        </a>
      ))}
    </nav>
  );
}
