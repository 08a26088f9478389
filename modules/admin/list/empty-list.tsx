import { Button } from "../../../web/src/ui/button.tsx";
import { EmptyState } from "../../../web/src/ui/empty-state.tsx";
import { useQuery } from "../shell/address.ts";

interface Words {
  title: string;
  advice: string;
}

/** Says that a list is empty: nothing matches its filters, which can be cleared here, or there is nothing at all. */
export function EmptyList({
  filters,
  noMatch,
  nothing,
}: {
  /** The filters' names in the address. */
  filters: readonly string[];
  noMatch: Words;
  nothing: Words;
}) {
  const [query, change] = useQuery();
  if (filters.every((name) => (query[name] ?? "") === "")) {
    return (
      <EmptyState role="status" title={nothing.title} help="">
        {nothing.advice}
      </EmptyState>
    );
  }
  const clear = () => change(Object.fromEntries(filters.map((name) => [name, ""])));
  return (
    <EmptyState
      role="status"
      icon="search"
      title={noMatch.title}
      action={<Button onClick={clear}>清除条件</Button>}
    >
      {noMatch.advice}
    </EmptyState>
  );
}
