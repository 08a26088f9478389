import type { ReactNode } from "react";
import { CARD_LINES, type Opens, type TodayCard } from "#contract";
import { Icon } from "../../../ui/icon.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import css from "./band.module.css";
import { CARD_ICONS } from "./icons.ts";
import { ReadAloud } from "./read-button.tsx";
import { shownCards, spokenOf } from "./rules.ts";

/**
 * Today's cards in one row. Also rendered by the server. Where the page keeps a place, it is not left without a word; where
 * it keeps none, no card is no band.
 */
export function Cards({
  cards,
  large,
  aloud = false,
  isKept = false,
  onOpen,
}: {
  /** Undefined while they are read. */
  cards: readonly TodayCard[] | undefined;
  large: boolean;
  /** True where cards can be read aloud. */
  aloud?: boolean;
  isKept?: boolean;
  /** Opens an app; absent where the server renders. */
  onOpen?: (opens: Opens) => void;
}) {
  if (cards === undefined) return isKept ? <Skeleton height="100%" /> : null;
  if (cards.length === 0) {
    return isKept ? <p className={css["nothing"]}>今天没有要处理的事。</p> : null;
  }
  return (
    <div role="region" className={large ? css["large"] : undefined} aria-label="今天">
      <ul className={css["cards"]}>
        {shownCards(cards, large).map((card) => (
          <li key={card.key} className={css["card"]}>
            {aloud ? (
              <ReadAloud text={spokenOf(card)}>
                <Face card={card} large={large} onOpen={onOpen} />
              </ReadAloud>
            ) : (
              <Face card={card} large={large} onOpen={onOpen} />
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

type OnOpen = ((opens: Opens) => void) | undefined;

function Face({
  card: { key, kind, label, title, note, lines, opens, links },
  large,
  onOpen,
}: {
  card: TodayCard;
  large: boolean;
  onOpen: OnOpen;
}) {
  return (
    <>
      <Way opens={opens} className={css["way"]} onOpen={onOpen}>
        <span className={css["label"]}>
          <Icon name={CARD_ICONS[kind] ?? CARD_ICONS.list} size={large ? 44 : 18} />
          {label}
        </span>
        {title === "" ? null : <strong className={css["title"]}>{title}</strong>}
      </Way>
      {note === "" ? null : <p className={css["note"]}>{note}</p>}
      {lines.length === 0 || (large && key === "lesson") ? null : (
        <ul className={css["lines"]}>
          {lines.slice(0, CARD_LINES).map((line) => (
            <li key={line.text}>
              <span className={css["text"]}>{line.text}</span>
              <span className={css["soft"]}>{line.note}</span>
            </li>
          ))}
        </ul>
      )}
      {links.length === 0 ? null : (
        <p className={css["links"]}>
          {links.map(({ words, opens: to }) => (
            <Way key={words} opens={to} className={css["link"]} onOpen={onOpen}>
              {words}
            </Way>
          ))}
        </p>
      )}
    </>
  );
}

/** A press to a page or into an app; what leads nowhere is text. */
function Way({
  opens,
  className,
  onOpen,
  children,
}: {
  opens: Opens | null;
  className: string | undefined;
  onOpen: OnOpen;
  children: ReactNode;
}) {
  if (opens === null) return <span className={className}>{children}</span>;
  if (opens.app_id !== null) {
    return (
      <button type="button" className={className} onClick={() => onOpen?.(opens)}>
        {children}
      </button>
    );
  }
  return (
    <a className={className} href={`#${opens.to}`}>
      {children}
    </a>
  );
}
