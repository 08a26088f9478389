import { REFUSALS } from "#contract";
import { EmptyState } from "../../../web/src/ui/empty-state.tsx";
import { Skeleton } from "../../../web/src/ui/skeleton.tsx";
import { Failure } from "../../kit/failure.tsx";
import { codeOf } from "../../kit/refusal.ts";
import { hrefOf } from "./address.ts";
import { Heading } from "./heading.tsx";

/** Stands in for what is loading, at its height in px, or could not be read. */
export function Waiting({
  label = "正在加载",
  height,
  error,
  onRetry,
}: {
  /** The words for screen readers. */
  label?: string;
  height: number;
  error: unknown;
  onRetry: () => void;
}) {
  return error === undefined ? (
    <div role="status" aria-label={label}>
      <Skeleton height={height} />
    </div>
  ) : (
    <Failure error={error} onRetry={onRetry} />
  );
}

/** Page of a thing that is loading, does not exist, or could not be read. */
export function WaitingPage({
  title,
  place,
  error,
  onRetry,
  missing,
}: {
  /** The title while the thing's own name is unknown. */
  title: string;
  place: string;
  error: unknown;
  onRetry: () => void;
  missing: {
    title: string;
    /** The path of the list to go back to, and the words of that link. */
    list: string | readonly string[];
    back: string;
    why: string;
  };
}) {
  return (
    <>
      <Heading title={title} place={place} />
      {codeOf(error) === REFUSALS.notFound.code ? (
        <EmptyState
          role="alert"
          icon="search"
          title={missing.title}
          action={<a href={hrefOf([missing.list].flat())}>{missing.back}</a>}
        >
          {missing.why}
        </EmptyState>
      ) : (
        <Waiting height={420} error={error} onRetry={onRetry} />
      )}
    </>
  );
}
