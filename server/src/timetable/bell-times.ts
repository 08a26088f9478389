import type { TimetableFault } from "#contract";
import { type GridRow } from "./grid.ts";
import { type GridLabel, LabelReader, type Times } from "./grid-labels.ts";

/** Times of the periods from a sheet of their own: 「第1节 | 08:00 | 08:40」 (作息时间). Pure. */
export class BellTimes {
  #times = new Map<string, Times>();
  readonly faults: TimetableFault[] = [];

  /** Takes the times of a sheet. A period that has two of them is a fault. */
  take(sheet: string, rows: readonly GridRow[]): void {
    const labels = new LabelReader();
    for (const { row, cells } of rows) {
      const label = labels.read(cells);
      if (label.times === undefined) continue;
      const key = keyOf(label);
      const known = this.#times.get(key);
      if (known !== undefined && known.starts !== label.times.starts) {
        const message = `${label.period > 0 ? `第 ${label.period} 节` : label.word}在作息时间里有两种时间：${known.starts} 和 ${label.times.starts}`;
        this.faults.push({ sheet, row, column: null, message });
      } else this.#times.set(key, label.times);
    }
  }

  /** Returns the times that a label says itself, else those of its period. */
  of(label: GridLabel): Times | undefined {
    return label.times ?? this.#times.get(keyOf(label));
  }
}

function keyOf({ period, word }: GridLabel): string {
  return period > 0 ? String(period) : word;
}
