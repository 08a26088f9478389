import type { ReactNode } from "react";
import { classNames } from "../../../web/src/ui/class-names.ts";
import { Skeleton } from "../../../web/src/ui/skeleton.tsx";
import { Failure } from "../../kit/failure.tsx";
import css from "./list.module.css";
import type { Pages } from "./use-pages.ts";

/**
 * A list that loads by pages, with its states: loading, failed, empty, loaded; known rows stay visible while more are
 * fetched.
 */
export function PagedList({
  pages: { rows, first, stale, error, retry },
  loading,
  height = 320,
  empty,
  children,
}: {
  pages: Pages<unknown>;
  /** The text for screen readers while it is loading. */
  loading: string;
  /** The height in px while it is loading. */
  height?: number;
  /** The content where the list is empty. */
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
  if (rows.length === 0 && error !== undefined) return <Failure error={error} onRetry={retry} />;
  if (rows.length === 0 && !stale) return empty;
  return (
    <div className={classNames(css["pages"], stale && css["stale"])} aria-busy={stale}>
      {children}
      {error === undefined ? null : <Failure error={error} onRetry={retry} />}
    </div>
  );
}
