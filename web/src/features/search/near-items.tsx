import type { Near } from "#contract";
import { EmptyState } from "../../ui/empty-state.tsx";
import { unfilteredHref, type Search } from "./address.ts";
import { ItemCard } from "./item-card.tsx";
import css from "./page.module.css";
import { NEAR_NAMES } from "./wording.ts";

/** Shows near matches; says that nothing was found only where nothing of any kind was (SF-01). */
export function NearItems({
  near,
  search,
  hasPeople,
}: {
  near: Near;
  search: Search;
  hasPeople: boolean;
}) {
  const { reason, items, total } = near;
  const isFilters = reason === "filters";
  const way = (
    <a className={css["way"]} href={unfilteredHref(search)}>
      清除筛选，查看 {total} 个结果
    </a>
  );
  const isNothing = items.length === 0 || reason === "popular";
  const title = hasPeople ? "没有找到课程和资源" : `没有找到“${search.keyword}”`;
  return (
    <>
      {isNothing ? (
        <EmptyState
          role="status"
          help="search"
          icon="search"
          title={search.keyword === "" ? "没有符合的内容" : title}
          action={isFilters ? way : undefined}
        >
          {isFilters ? "可以放宽筛选。" : hasPeople ? undefined : "换个说法试试。"}
        </EmptyState>
      ) : (
        <div className={css["near"]} role="status">
          <p>
            {isFilters
              ? "选定的范围里没有，下面是去掉筛选后找到的。"
              : `没有写着“${search.keyword}”的内容，下面是${NEAR_NAMES[reason]}。`}
          </p>
          {isFilters ? way : null}
        </div>
      )}
      {items.length > 0 ? (
        <section aria-label={NEAR_NAMES[reason]}>
          <h2 className={isNothing ? css["nearTitle"] : "visually-hidden"}>{NEAR_NAMES[reason]}</h2>
          <ul className={css["list"]}>
            {items.map((item) => (
              <li key={item.id}>
                <ItemCard item={item} keyword={search.keyword} />
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </>
  );
}
