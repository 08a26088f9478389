import { useCallback, useState } from "react";

export interface Selection<Row> {
  chosen: ReadonlyMap<string, Row>;
  has: (id: string) => boolean;
  toggle: (rows: readonly Row[], on: boolean) => void;
  clear: () => void;
}

/** Holds the chosen rows, which stay chosen when other pages or filters are shown. */
export function useSelection<Row>(idOf: (row: Row) => string): Selection<Row> {
  const [chosen, setChosen] = useState<ReadonlyMap<string, Row>>(new Map());
  const has = useCallback((id: string) => chosen.has(id), [chosen]);
  const toggle = useCallback(
    (rows: readonly Row[], on: boolean) =>
      setChosen((now) => {
        const next = new Map(now);
        for (const row of rows) {
          if (on) next.set(idOf(row), row);
          else next.delete(idOf(row));
        }
        return next;
      }),
    [idOf],
  );
  const clear = useCallback(() => setChosen(new Map()), []);
  return { chosen, has, toggle, clear };
}
