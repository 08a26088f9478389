import type { SearchItem, MarkRange } from "#contract";
import { absoluteUrl } from "../../api/request.ts";
import { platformEntry } from "../../session/platform-entry.ts";
import { classNames } from "../../ui/class-names.ts";
import { itemPath } from "./address.ts";
import css from "./item-card.module.css";
import { noteOpened } from "./returning.ts";
import { dayText, viewsText } from "./wording.ts";
import { piecesOf } from "./pieces.ts";

/** Returns the address of a cover: at the API when it was put in the page, elsewhere, or beside the page. */
function coverAddress(cover: string): string {
  const isBeside = !/^(?:\/|https?:)/i.test(cover);
  if (isBeside) return import.meta.env.BASE_URL + cover;
  return absoluteUrl(cover, platformEntry.getState().global.apiServer ?? "");
}

export function cardId(id: string): string {
  return `item-${id}`;
}

/** A search result: the whole card is clickable, its name is the link. */
export function ItemCard({
  item,
  keyword,
  isRelated = false,
}: {
  item: SearchItem;
  keyword: string;
  /** True for an item related to another: smaller, and not a place to come back to. */
  isRelated?: boolean;
}) {
  const { id, title, desc, cover, highlight } = item;
  const tags = [item.grade_name || item.stage_name, item.subject_name].filter(Boolean);
  return (
    <article className={classNames(css["card"], isRelated && css["small"])}>
      <span className={css["cover"]}>
        {cover === "" ? null : (
          <img src={coverAddress(cover)} alt="" loading="lazy" decoding="async" />
        )}
        <span className={css["type"]}>{item.type_name}</span>
      </span>
      <div className={css["text"]}>
        <h3 className={css["title"]}>
          <a
            id={cardId(id)}
            className={css["link"]}
            href={`#${itemPath(keyword, id)}`}
            onClick={() => {
              if (!isRelated) noteOpened(id);
            }}
          >
            <Marked text={title} marks={highlight.title} />
          </a>
        </h3>
        <p className={css["tags"]}>{tags.join(" · ") || "全部年级"}</p>
        {isRelated ? null : (
          <p className={css["desc"]}>
            <Marked text={desc} marks={highlight.desc} />
          </p>
        )}
        <p className={css["foot"]}>
          {item.source === "" ? null : <span>{item.source}</span>}
          <span className={css["day"]}>{dayText(item.published_at)}</span>
          <span>{viewsText(item.views)}</span>
        </p>
      </div>
    </article>
  );
}

/** Placeholder for a card. */
export function CardSkeleton() {
  return <div className={css["waiting"]} />;
}

/** A text with its matches marked. */
function Marked({ text, marks }: { text: string; marks: readonly MarkRange[] }) {
  return piecesOf(text, marks).map(({ from, part, isMarked }) =>
    isMarked ? <mark key={from}>{part}</mark> : part,
  );
}
