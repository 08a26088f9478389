import { useEffect, useLayoutEffect, useState, useSyncExternalStore } from "react";
import { SEARCH_SORTS, type SearchAnswer } from "#contract";
import { failureText } from "../../api/failures.ts";
import { currentQuery, onQueryChange } from "../../platform/hash-query.ts";
import { navigate } from "../../platform/navigation.ts";
import { Button } from "../../ui/button.tsx";
import { classNames } from "../../ui/class-names.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { lazy } from "../../ui/lazy.tsx";
import { changed, countFilters, readSearch, searchPath, type Search } from "./address.ts";
import { Bar } from "./bar.tsx";
import { FacetList } from "./facet-list.tsx";
import { FilterDrawer } from "./filter-drawer.tsx";
import { CardSkeleton, cardId, ItemCard } from "./item-card.tsx";
import { NearItems } from "./near-items.tsx";
import css from "./page.module.css";
import { searchAnew, usePeople, useSearch } from "./queries.ts";
import { takeOpened } from "./returning.ts";
import { SORT_NAMES } from "./wording.ts";

const loadPager = () => import("./pager.tsx");
const Pager = lazy(loadPager, <div className={css["pagerSpace"]} />);
/** The time in ms after which the pager is loaded, behind the results. */
const PAGER_AHEAD_MS = 1500;
const WAITING_CARDS = 6;

/** Page of search results (RT-12); the address holds its whole state. */
export default function SearchPage({ keyword }: { keyword?: string }) {
  const query = useSyncExternalStore(onQueryChange, currentQuery);
  const search = readSearch(keyword, query);
  const { data, error, loading, reload } = useSearch(search);
  // while the next page comes, the one before stays where it is; what another word found would be a lie (SF-01)
  const [kept, setKept] = useState({ keyword: search.keyword, data });
  if (data !== undefined && data !== kept.data) setKept({ keyword: search.keyword, data });
  const isKept = error === undefined && kept.keyword === search.keyword;
  const shown = data ?? (isKept ? kept.data : undefined);
  const filters = countFilters(search);
  const { data: people } = usePeople(search.keyword);
  const isAlone = filters === 0 && shown?.near != null;
  const [isFiltering, setFiltering] = useState(false);
  useReturn(data !== undefined);
  useEffect(() => {
    const clock = setTimeout(() => void loadPager().catch(() => {}), PAGER_AHEAD_MS);
    return () => clearTimeout(clock);
  }, []);

  function go(next: Search) {
    navigate(searchPath(next));
    // the very same search once more is meant to be asked anew
    if (searchPath(next) === searchPath(search)) void reload();
    window.scrollTo(0, 0);
  }

  return (
    <div className={css["page"]}>
      <Bar keyword={search.keyword} onSearch={(word) => go(changed(search, { keyword: word }))} />
      <main className={classNames(css["main"], isAlone && css["alone"])}>
        <h1 className="visually-hidden">
          {search.keyword === "" ? "搜索" : `搜索“${search.keyword}”`}
        </h1>
        <aside className={css["facets"]} aria-label="筛选">
          {shown === undefined ? null : <FacetList facets={shown.facets} search={search} />}
        </aside>
        <section className={css["found"]} aria-label="搜索结果" aria-busy={loading}>
          <div className={css["head"]}>
            <p className={css["count"]} role="status">
              {shown === undefined || shown.near !== null ? "" : `找到 ${shown.total} 个结果`}
            </p>
            {shown?.near == null ? <SortLinks search={search} /> : null}
            <Button
              className={css["open"]}
              aria-label={filters === 0 ? "筛选" : `筛选，已选 ${filters} 项`}
              disabled={shown === undefined}
              onClick={() => setFiltering(true)}
            >
              {filters === 0 ? "筛选" : `筛选 ${filters}`}
            </Button>
          </div>
          {error !== undefined && shown === undefined ? (
            <EmptyState
              role="alert"
              icon="warning"
              title="没能完成搜索"
              action={
                <Button look="primary" icon="refresh" onClick={() => void reload()}>
                  重试
                </Button>
              }
            >
              {failureText(error)}
            </EmptyState>
          ) : shown === undefined || people === undefined ? (
            <Waiting />
          ) : (
            <>
              {people === null || filters > 0 || search.page > 1 ? null : (
                <people.People found={people.found} keyword={search.keyword} />
              )}
              <Found answer={shown} search={search} hasPeople={people !== null} onSearch={go} />
            </>
          )}
        </section>
      </main>
      {isFiltering && shown !== undefined ? (
        <FilterDrawer total={shown.total} onClose={() => setFiltering(false)}>
          <FacetList facets={shown.facets} search={search} />
        </FilterDrawer>
      ) : null}
    </div>
  );
}

function SortLinks({ search }: { search: Search }) {
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

function Found({
  answer: { total, items, near },
  search,
  hasPeople,
  onSearch,
}: {
  answer: SearchAnswer;
  search: Search;
  hasPeople: boolean;
  onSearch: (search: Search) => void;
}) {
  if (near !== null) return <NearItems near={near} search={search} hasPeople={hasPeople} />;
  return (
    <>
      <ul className={css["list"]}>
        {items.map((item) => (
          <li key={item.id}>
            <ItemCard item={item} keyword={search.keyword} />
          </li>
        ))}
      </ul>
      {items.length === 0 ? <EmptyState title="这一页没有内容">请看前面的页。</EmptyState> : null}

      <Pager
        page={search.page}
        size={search.size}
        total={total}
        onChange={(page, size) => onSearch({ ...search, page, size })}
      />
    </>
  );
}

function Waiting() {
  return (
    <ul className={css["list"]}>
      {Array.from({ length: WAITING_CARDS }, (_, index) => (
        <li key={index}>
          <CardSkeleton />
        </li>
      ))}
    </ul>
  );
}

/** Scrolls to an item's card when the person comes back from it; otherwise loads the results anew. */
function useReturn(isShown: boolean): void {
  const [from] = useState(takeOpened);
  useLayoutEffect(() => {
    if (from === null) searchAnew();
  }, [from]);
  useEffect(() => {
    if (from === null || !isShown) return;
    const card = document.getElementById(cardId(from));
    card?.focus({ preventScroll: true });
    // the shell goes to the top of a new page first
    const frame = requestAnimationFrame(() => card?.scrollIntoView({ block: "center" }));
    return () => cancelAnimationFrame(frame);
  }, [from, isShown]);
}
