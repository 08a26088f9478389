import {
  memo,
  startTransition,
  useEffect,
  useMemo,
  useRef,
  useState,
  type CSSProperties,
} from "react";
import { classNames } from "../../ui/class-names.ts";
import { toast } from "../../ui/toast.ts";
import { AppTile } from "./app-tile.tsx";
import { useHomeState } from "./home-state.ts";
import { firstTiles, hasManyTiles, sectionId, type Shelf } from "./rules.ts";
import css from "./shelves.module.css";

const loadSpy = () => import("./category-spy.ts");

/** The sticky tabs of categories; only they render again while the page scrolls. */
function CategoryTabs({ shelves, many }: { shelves: readonly Shelf[]; many: boolean }) {
  const ids = useMemo(() => shelves.map((shelf) => shelf.category.id), [shelves]);
  const row = useRef<HTMLElement>(null);
  const kept = useHomeState((state) => state.currentCategory);
  const current = kept !== null && ids.includes(kept) ? kept : ids[0];
  useEffect(() => {
    let stop: (() => void) | undefined;
    let over = false;
    // Without it the tabs follow nothing; the one that is tapped asks for it anew.
    loadSpy().then(
      ({ followCategories }) => {
        if (!over && row.current) stop = followCategories(row.current, ids);
      },
      () => {},
    );
    return () => {
      over = true;
      stop?.();
    };
  }, [ids]);
  const choose = (id: string) =>
    loadSpy().then(
      ({ goToCategory }) => row.current && goToCategory(row.current, id, many),
      () => toast.show("没有加载成功，请检查网络后重试", "error"),
    );
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const chosen = list.current?.querySelector<HTMLElement>("[aria-current]");
    if (!list.current || !chosen) return;
    list.current.scrollLeft =
      chosen.offsetLeft - (list.current.clientWidth - chosen.offsetWidth) / 2;
  }, [current]);
  return (
    <nav ref={row} className={css["row"]} aria-label="应用分类">
      <ul ref={list} className={css["tabs"]}>
        {shelves.map(({ category }) => (
          <li key={category.id}>
            <button
              type="button"
              className={classNames(css["tab"], category.id === current && css["current"])}
              aria-current={category.id === current ? "true" : undefined}
              onClick={() => void choose(category.id)}
            >
              {category.name}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface ShelvesProps {
  shelves: readonly Shelf[];
  large: boolean;
}

/** All visible apps by category (AP-01); `away` while the editor stands in their place. */
export function Shelves({ away, ...rest }: ShelvesProps & { away: boolean }) {
  return (
    <div className={away ? css["away"] : undefined} inert={away}>
      <Categories {...rest} />
    </div>
  );
}

/** One page to look over, with tabs that stick and show where one is. */
const Categories = memo(function Categories({ shelves, large }: ShelvesProps) {
  const many = hasManyTiles(shelves);
  const first = firstTiles(shelves);
  // a thousand tiles: what is out of sight follows when the page lives; its place is kept
  const [whole, setWhole] = useState(!many);
  useEffect(() => startTransition(() => setWhole(true)), []);
  return (
    <>
      <CategoryTabs shelves={shelves} many={many} />
      <div className={css["shelves"]}>
        {shelves.map(({ category, apps }, index) => (
          <section
            key={category.id}
            id={sectionId(category.id)}
            className={classNames(css["shelf"], many && css["many"])}
            style={{ "--count": apps.length } as CSSProperties}
            tabIndex={-1}
            aria-labelledby={`${sectionId(category.id)}-name`}
          >
            <h2 id={`${sectionId(category.id)}-name`} className={css["name"]}>
              {category.name}
            </h2>
            <ul className={css["grid"]}>
              {(whole || !many ? apps : apps.slice(0, first[index])).map((app) => (
                <li key={app.id}>
                  <AppTile app={app} large={large} />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </>
  );
});
