import type { Near } from "#contract";
import { EmptyState } from "../../ui/empty-state.tsx";
import { changed, searchPath, type Search } from "./address.ts";
import { ItemCard } from "./item-card.tsx";
import css from "./page.module.css";
import { NEAR_NAMES } from "./wording.ts";

/** Says that nothing was found, and shows near matches. */
export function NearItems({ near, search }: { near: Near; search: Search }) {
  const { reason, items, total } = near;
  const isFilters = reason === "filters";
  const all = searchPath(changed(search, { type: "", stage: "", grade: "", subject: "" }));
  return (
    <>
      <EmptyState
        role="status"
        icon="search"
        title={search.keyword === "" ? "没有符合的内容" : `没有找到“${search.keyword}”`}
        action={
          isFilters ? (
            <a className={css["way"]} href={`#${all}`}>
              清除筛选，查看 {total} 个结果
            </a>
          ) : undefined
        }
      >
        {isFilters ? "在选定的范围里没有，可以放宽筛选。" : "换个说法、拼音或首字母试试。"}
      </EmptyState>
      {items.length > 0 ? (
        <section aria-label={NEAR_NAMES[reason]}>
          <h2 className={css["nearTitle"]}>{NEAR_NAMES[reason]}</h2>
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
