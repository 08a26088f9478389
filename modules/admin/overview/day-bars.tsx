import { figureText, axisEnd, shortDay } from "./rules.ts";
import css from "./overview.module.css";

const WIDTH = 320;
const HEIGHT = 96;
const TOP = 12;
const FOOT = 18;
const LEFT = 34;

/** A bar chart by day; the table beside it says the same for screen readers. */
export function DayBars({
  label,
  days,
  counts,
}: {
  label: string;
  days: readonly string[];
  counts: readonly (number | null)[];
}) {
  const end = axisEnd(Math.max(0, ...counts.map((count) => count ?? 0)));
  const step = (WIDTH - LEFT) / Math.max(1, days.length);
  const ground = HEIGHT - FOOT;
  const marked = [0, Math.floor((days.length - 1) / 2), days.length - 1];
  return (
    <svg
      className={css["chart"]}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={`${label}：最近 ${days.length} 天每天登录的人数，今天 ${figureText(counts[counts.length - 1] ?? null)}`}
    >
      <line className={css["grid"]} x1={LEFT} x2={WIDTH} y1={TOP} y2={TOP} />
      <line className={css["ground"]} x1={LEFT} x2={WIDTH} y1={ground} y2={ground} />
      <text className={css["tick"]} x={LEFT - 4} y={TOP + 4} textAnchor="end">
        {end}
      </text>
      <text className={css["tick"]} x={LEFT - 4} y={ground} textAnchor="end">
        0
      </text>
      {counts.map((count, index) => {
        const x = LEFT + index * step + step * 0.15;
        const day = days[index] ?? "";
        if (count === null) {
          return (
            <line
              key={day}
              className={css["unknown"]}
              x1={x}
              x2={x + step * 0.7}
              y1={ground - 4}
              y2={ground - 4}
            />
          );
        }
        const height = ((ground - TOP) * count) / end;
        return (
          <rect
            key={day}
            className={css["bar"]}
            x={x}
            y={ground - height}
            width={step * 0.7}
            height={height}
            rx={1.5}
          >
            <title>{`${shortDay(day)}：${count}`}</title>
          </rect>
        );
      })}
      {marked.map((index, nth) => (
        <text
          key={index}
          className={css["tick"]}
          x={LEFT + index * step + step / 2}
          y={HEIGHT - 4}
          textAnchor={nth === 2 ? "end" : nth === 0 ? "start" : "middle"}
        >
          {shortDay(days[index] ?? "")}
        </text>
      ))}
    </svg>
  );
}
