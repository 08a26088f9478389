import { useEffect, useMemo, useRef, type CSSProperties } from "react";
import type { Theme } from "#contract";
import { classNames } from "../../ui/class-names.ts";
import { AppTile } from "./app-tile.tsx";
import { sectionId, useCategorySpy } from "./category-spy.ts";
import { halfShelves, type Shelf } from "./rules.ts";
import css from "./shelves.module.css";

/** Above this many tiles the browser may leave out what is far from the window (AP-12). */
const MANY_TILES = 120;

function CategoryTabs({
  shelves,
  current,
  onChoose,
}: {
  shelves: readonly Shelf[];
  current: string;
  onChoose: (id: string) => void;
}) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const chosen = list.current?.querySelector<HTMLElement>("[aria-current]");
    if (!list.current || !chosen) return;
    list.current.scrollLeft =
      chosen.offsetLeft - (list.current.clientWidth - chosen.offsetWidth) / 2;
  }, [current]);
  return (
    <ul ref={list} className={css["tabs"]}>
      {shelves.map(({ category }) => (
        <li key={category.id}>
          <button
            type="button"
            className={classNames(css["tab"], category.id === current && css["current"])}
            aria-current={category.id === current ? "true" : undefined}
            onClick={() => onChoose(category.id)}
          >
            {category.name}
          </button>
        </li>
      ))}
    </ul>
  );
}

/** All visible apps by category (AP-01): one page to look over, with tabs that stick and show where one is. */
export function Shelves({
  shelves,
  theme,
  large,
}: {
  shelves: readonly Shelf[];
  theme: Theme;
  large: boolean;
}) {
  const ids = useMemo(() => shelves.map((shelf) => shelf.category.id), [shelves]);
  const { row, current, choose } = useCategorySpy(ids);
  const halves = halfShelves(shelves);
  const many = shelves.reduce((sum, shelf) => sum + shelf.apps.length, 0) > MANY_TILES;
  return (
    <>
      <nav ref={row} className={css["row"]} aria-label="应用分类">
        <CategoryTabs shelves={shelves} current={current} onChoose={choose} />
      </nav>
      <div className={css["shelves"]}>
        {shelves.map(({ category, apps }) => (
          <section
            key={category.id}
            id={sectionId(category.id)}
            className={classNames(
              css["shelf"],
              halves.has(category.id) && css["half"],
              many && css["many"],
            )}
            style={{ "--count": apps.length } as CSSProperties}
            tabIndex={-1}
            aria-labelledby={`${sectionId(category.id)}-name`}
          >
            <h2 id={`${sectionId(category.id)}-name`} className={css["name"]}>
              {category.name}
            </h2>
            <ul className={css["grid"]}>
              {apps.map((app) => (
                <li key={app.id}>
                  <AppTile app={app} theme={theme} large={large} />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </>
  );
}
