import type { ReactNode } from "react";
import { Skeleton } from "../../../web/src/ui/skeleton.tsx";
import { Failure } from "../../kit/failure.tsx";
import css from "./list.module.css";
import type { Pages } from "./use-pages.ts";

/** A list that comes by pages: loading, failed, empty, or there; what came stays in sight while more is fetched. */
export function PagedList({
  pages: { rows, first, stale, error, more, reload },
  loading,
  height = 320,
  empty,
  children,
}: {
  pages: Pages<unknown>;
  /** Says what is loading. */
  loading: string;
  /** In pixels, while it is loading. */
  height?: number;
  /** Shown where there is nothing. */
  empty: ReactNode;
  children: ReactNode;
}) {
  if (first) {
    return (
      <div role="status" aria-label={loading}>
        <Skeleton height={height} />
      </div>
    );
  }
  if (rows.length === 0 && error !== undefined) return <Failure error={error} onRetry={reload} />;
  if (rows.length === 0 && !stale) return empty;
  return (
    <div className={stale ? css["stale"] : undefined} aria-busy={stale}>
      {children}
      {error === undefined ? null : <Failure error={error} onRetry={more} />}
    </div>
  );
}
