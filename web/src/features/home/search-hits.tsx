import { useEffect, useMemo } from "react";
import type { App } from "#contract";
import { classNames } from "../../ui/class-names.ts";
import { AppIcon } from "./app-icon.tsx";
import { buildSearchIndex, searchApps, type Hit } from "./search.ts";
import css from "./search-hits.module.css";

function HitName({ hit: { app, from, to } }: { hit: Hit }) {
  return (
    <span className={css["name"]}>
      {app.name.slice(0, from)}
      <mark className={css["mark"]}>{app.name.slice(from, to)}</mark>
      {app.name.slice(to)}
    </span>
  );
}

/** What was found, under the search box; the focus stays in the field, which says by `active` where it is. */
export default function SearchHits({
  id,
  apps,
  query,
  categoryNames,
  active,
  onFound,
  onActive,
  onChoose,
}: {
  /** The list's; its options are `{id}-{place}`. */
  id: string;
  apps: readonly App[];
  query: string;
  categoryNames: ReadonlyMap<string, string>;
  active: number;
  /** Tells the field what arrow keys and Enter have to do with. */
  onFound: (apps: readonly App[]) => void;
  onActive: (place: number) => void;
  onChoose: (app: App) => void;
}) {
  const index = useMemo(() => buildSearchIndex(apps), [apps]);
  const hits = useMemo(() => searchApps(index, query), [index, query]);
  useEffect(() => onFound(hits.map((hit) => hit.app)), [hits, onFound]);
  return (
    <div className={css["panel"]}>
      <ul id={id} role="listbox" aria-label="找到的应用">
        {hits.map((hit, place) => (
          <li
            key={hit.app.id}
            id={`${id}-${place}`}
            className={classNames(css["hit"], place === active && css["active"])}
            role="option"
            aria-selected={place === active}
            onMouseDown={(event) => event.preventDefault()}
            onMouseMove={() => onActive(place)}
            onClick={() => onChoose(hit.app)}
          >
            <AppIcon app={hit.app} size={32} />
            <HitName hit={hit} />
            <span className={css["category"]}>{categoryNames.get(hit.app.category_id)}</span>
          </li>
        ))}
      </ul>
      {hits.length === 0 ? (
        <p className={css["none"]}>
          没有找到“{query.trim()}”<small>换个名称、拼音或首字母试试</small>
        </p>
      ) : null}
      <p className="visually-hidden" role="status">
        {hits.length > 0 ? `找到 ${hits.length} 个应用` : "没有找到应用"}
      </p>
    </div>
  );
}
