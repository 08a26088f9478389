import { useState } from "react";
import { REFUSALS, type ContentDetail } from "#contract";
import { ApiError, failureText } from "../../../api/failures.ts";
import { goBack, navigate } from "../../../platform/navigation.ts";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { lazy } from "../../../ui/lazy.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { changed, keywordOfItem, readSearch, searchPath } from "../address.ts";
import { Bar } from "../bar.tsx";
import { ItemCard } from "../item-card.tsx";
import { useContent } from "../queries.ts";
import { wasOpenedFromList } from "../returning.ts";
import { dayText, viewsText } from "../wording.ts";
import { MediaChoice } from "./media-choice.tsx";
import css from "./page.module.css";

const MediaView = lazy(
  () => import("./media-view.tsx"),
  <Skeleton className={css["stage"]} height="auto" />,
);

/** Page of one result (RT-13): its description, its media, and related items. */
export default function SearchDetailPage({
  keyword = "",
  id = "",
}: {
  keyword?: string;
  id?: string;
}) {
  const { data, error, reload } = useContent(id);
  const word = keywordOfItem(keyword);
  const results = changed(readSearch(word, ""), {});
  return (
    <div className={css["page"]}>
      <Bar
        keyword={word}
        onSearch={(next) => navigate(searchPath(changed(results, { keyword: next })))}
      />
      <main className={css["main"]} aria-busy={data === undefined && error === undefined}>
        <a
          className={css["back"]}
          href={`#${searchPath(results)}`}
          onClick={(event) => {
            // back to the very page of results, where there is one behind
            if (!wasOpenedFromList(id)) return;
            event.preventDefault();
            goBack();
          }}
        >
          <Icon name="arrow-left" size={18} />
          返回搜索结果
        </a>
        {data !== undefined ? (
          <Item key={id} item={data} keyword={word} />
        ) : error !== undefined ? (
          <>
            <h1 className="visually-hidden">搜索详情</h1>
            <Failed error={error} onRetry={() => void reload()} />
          </>
        ) : (
          <Waiting />
        )}
      </main>
    </div>
  );
}

function Item({ item, keyword }: { item: ContentDetail; keyword: string }) {
  const [chosen, setChosen] = useState(0);
  const medium = item.media[chosen];
  const facts = [
    ["类型", item.type_name],
    ["学段", item.stage?.name],
    ["年级", item.grade?.name],
    ["学科", item.subject?.name],
    ["作者", item.author],
    ["来源", item.source],
    ["发布", dayText(item.published_at)],
    ["更新", dayText(item.updated_at)],
  ].filter((fact): fact is [string, string] => Boolean(fact[1]));
  return (
    <>
      <article className={css["item"]}>
        <h1 className={css["title"]}>{item.title}</h1>
        <p className={css["meta"]}>
          {[
            item.type_name,
            item.grade?.name ?? item.stage?.name,
            item.subject?.name,
            viewsText(item.views),
          ]
            .filter(Boolean)
            .join(" · ")}
        </p>
        {medium === undefined ? null : (
          <section className={css["media"]} aria-label="内容">
            <MediaView key={medium.id} media={medium} title={item.title} />

            {item.media.length > 1 ? (
              <MediaChoice media={item.media} chosen={chosen} onChoose={setChosen} />
            ) : null}
          </section>
        )}
        <p className={css["desc"]}>{item.desc}</p>
        {item.sections.map((section) => (
          <section key={section.title} className={css["section"]}>
            <h2>{section.title}</h2>
            {section.text.split("\n").map((paragraph, index) => (
              <p key={index}>{paragraph}</p>
            ))}
          </section>
        ))}
        <dl className={css["facts"]}>
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
          {item.keywords.length > 0 ? (
            <div>
              <dt>关键词</dt>
              <dd>
                {item.keywords.map((one) => (
                  <a
                    key={one}
                    className={css["keyword"]}
                    href={`#${searchPath(readSearch(one, ""))}`}
                  >
                    {one}
                  </a>
                ))}
              </dd>
            </div>
          ) : null}
        </dl>
      </article>
      {item.related.length > 0 ? (
        <aside className={css["related"]} aria-label="相关推荐">
          <h2>相关推荐</h2>
          <ul>
            {item.related.map((other) => (
              <li key={other.id}>
                <ItemCard item={other} keyword={keyword} isRelated />
              </li>
            ))}
          </ul>
        </aside>
      ) : null}
    </>
  );
}

function Failed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const isAbsent = error instanceof ApiError && error.code === REFUSALS.notFound.code;
  return isAbsent ? (
    <EmptyState role="alert" title="没有这个内容">
      它可能已经下架，或者不对当前的学校开放。
    </EmptyState>
  ) : (
    <EmptyState
      role="alert"
      icon="warning"
      title="没能打开这个内容"
      action={
        <Button look="primary" icon="refresh" onClick={onRetry}>
          重试
        </Button>
      }
    >
      {failureText(error)}
    </EmptyState>
  );
}

function Waiting() {
  return (
    <div className={css["item"]}>
      <p className="visually-hidden">正在打开</p>
      <Skeleton width="60%" height={28} />
      <Skeleton className={css["stage"]} height="auto" />
      <Skeleton width="90%" height={16} />
    </div>
  );
}
