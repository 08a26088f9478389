import type { Facet, Facets } from "#contract";
import { classNames } from "../../ui/class-names.ts";
import { Icon } from "../../ui/icon.tsx";
import { changed, countFilters, searchPath, unfilteredHref, type Search } from "./address.ts";
import css from "./facet-list.module.css";

const GROUPS = [
  { title: "类型", facet: "types", filter: "type" },
  { title: "学段", facet: "stages", filter: "stage" },
  { title: "年级", facet: "grades", filter: "grade" },
  { title: "学科", facet: "subjects", filter: "subject" },
] as const;

/**
 * Lists what narrows the search, with how many there would be, and names what does now (SF-03). Each word is a link; one that
 * is chosen takes itself back.
 */
export function FacetList({ facets, search }: { facets: Facets; search: Search }) {
  return (
    <>
      {countFilters(search) > 0 ? (
        <a className={css["clear"]} href={unfilteredHref(search)}>
          清除筛选：
          {GROUPS.flatMap(({ facet, filter }) =>
            facets[facet].flatMap(({ id, name }) => (id === search[filter] ? name : [])),
          ).join("、")}
        </a>
      ) : null}
      {GROUPS.map(({ title, facet, filter }) =>
        facets[facet].length === 0 ? null : (
          <section key={facet} className={css["group"]} aria-label={title}>
            <h2 className={css["title"]}>{title}</h2>
            <ul className={css["words"]}>
              {facets[facet].map((one) => (
                <Word
                  key={one.id}
                  facet={one}
                  isChosen={search[filter] === one.id}
                  to={changed(search, { [filter]: search[filter] === one.id ? "" : one.id })}
                />
              ))}
            </ul>
          </section>
        ),
      )}
    </>
  );
}

function Word({ facet, isChosen, to }: { facet: Facet; isChosen: boolean; to: Search }) {
  const { name, count } = facet;
  return (
    <li>
      <a
        className={classNames(css["word"], isChosen && css["chosen"])}
        href={`#${searchPath(to)}`}
        aria-current={isChosen || undefined}
        aria-label={`${name}，${isChosen ? "已选" : `${count} 个`}`}
      >
        <span>{name}</span>
        {isChosen ? <Icon name="close" size={14} /> : <small>{count}</small>}
      </a>
    </li>
  );
}
