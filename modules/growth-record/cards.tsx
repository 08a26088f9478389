import { yearDayText, type GrowthCard } from "#contract";
import { Card } from "../kit/card.tsx";
import { iconAddress } from "../kit/icon-address.ts";
import { useModule } from "../kit/react-module.tsx";
import css from "./cards.module.css";
import { kindsOf } from "./rules.ts";

/** Shows what apps sent for a pupil, by kind; nothing where there is nothing. */
export function Cards({ cards, of }: { cards: readonly GrowthCard[]; of?: string }) {
  return kindsOf(cards).map(({ title, kind, cards: those }) => (
    <Card key={kind} title={of === undefined ? title : `${of}的${title}`}>
      <ul className={kind === "list" ? undefined : css["tiles"]}>
        {those.map((card) => (
          <li key={`${card.app.id} ${card.title} ${card.at}`} className={css[kind]}>
            <One card={card} />
          </li>
        ))}
      </ul>
    </Card>
  ));
}

function One({ card }: { card: GrowthCard }) {
  const { title, note, value, unit, lines } = card;
  return (
    <>
      {card.kind === "medal" ? <Medal /> : null}
      <div className={css["words"]}>
        <p className={css["title"]}>{title}</p>
        {value === "" ? null : (
          <p>
            <strong className={css["value"]}>{value}</strong> {unit}
          </p>
        )}
        {lines.length === 0 ? null : (
          <dl>
            {lines.map((line, nth) => (
              <div key={nth} className={css["line"]}>
                <dt>{line.text}</dt>
                <dd className={css["note"]}>{line.note}</dd>
              </div>
            ))}
          </dl>
        )}
        {note === "" ? null : <p className={css["note"]}>{note}</p>}
        <Source card={card} />
      </div>
    </>
  );
}

function Source({ card: { app, at } }: { card: GrowthCard }) {
  const module = useModule();
  return (
    <p className={css["source"]}>
      <img src={iconAddress(module, app.icon)} alt="" />
      <span>
        {app.name} · {yearDayText(at)}
      </span>
    </p>
  );
}

function Medal() {
  return (
    <svg className={css["sign"]} viewBox="0 0 40 48" aria-hidden="true">
      <path className={css["ribbon"]} d="M10 2h8l2 6 2-6h8l-6 16h-8z" />
      <circle cx="20" cy="32" r="14" />
      <path
        className={css["star"]}
        d="m20 23 2.7 5.6 6.1.8-4.5 4.2 1.1 6.1-5.4-3-5.4 3 1.1-6.1-4.5-4.2 6.1-.8z"
      />
    </svg>
  );
}
