import { type ComponentProps, useEffect, useMemo } from "react";
import { flushSync } from "react-dom";
import type { Identity } from "#contract";
import { onPathChange } from "../../platform/navigation.ts";
import { useSession } from "../../session/session.ts";
import { useApps } from "./queries.ts";
import { visibleApps } from "./rules.ts";
import SearchHits from "./search-hits.tsx";
import css from "./search-hits.module.css";

export { default as WhyHidden } from "./why-hidden.tsx";

type HitsProps = Omit<ComponentProps<typeof SearchHits>, "apps" | "categoryNames">;

/** The width up to which the bar has no room for the field, as its style sheet has it. */
const NARROW = "(max-width: 719px)";

/** Turns an open search into a sheet, or the sheet into a list below the field, when the window crosses that width. */
function useTurn(id: string, isSheet: boolean, onSheet: (isSheet: boolean) => void) {
  useEffect(() => {
    const onResize = () => {
      const isNarrow = matchMedia(NARROW).matches;
      if (isNarrow === isSheet) return;
      const focus = () => document.querySelector<HTMLElement>(`[aria-controls="${id}"]`)?.focus();
      // a press beside the list closes it by taking the focus, which a sheet may be without
      if (isSheet) focus();
      // at once: the browser takes the focus from a field that it does not draw
      flushSync(() => onSheet(isNarrow));
      // and may have done so before the page heard of it
      focus();
    };
    addEventListener("resize", onResize);
    return () => removeEventListener("resize", onResize);
  }, [id, isSheet, onSheet]);
}

/** The search's results, and the way out of it where it is a sheet. */
export default function SearchPanel({
  isSheet,
  onSheet,
  onLeave,
  ...rest
}: HitsProps & {
  identity: Identity;
  isSheet: boolean;
  onSheet: (isSheet: boolean) => void;
  onLeave: () => void;
}) {
  useTurn(rest.id, isSheet, onSheet);
  useEffect(() => (isSheet ? onPathChange(onLeave) : undefined), [isSheet, onLeave]);
  return (
    <>
      {!isSheet ? null : (
        <button type="button" className={css["leave"]} onClick={onLeave}>
          取消
        </button>
      )}
      <Hits {...rest} />
    </>
  );
}

/** Gives the results the person's apps, which are asked for when the search is first used on a page without them. */
function Hits({ identity, ...rest }: HitsProps & { identity: Identity }) {
  const { data, error } = useApps(identity);
  const roles = useSession((state) => state.user?.roles);
  const apps = useMemo(() => visibleApps(data?.apps ?? [], roles ?? []), [data, roles]);
  const categoryNames = useMemo(
    () => new Map(data?.category.map(({ id, name }) => [id, name])),
    [data],
  );
  const isEmpty = rest.query.trim() === "";
  if (isEmpty || (data === undefined && error === undefined)) {
    return (
      <div className={css["panel"]}>
        <p className={css["none"]}>{isEmpty ? "可以输入名称、拼音或首字母" : "正在查找…"}</p>
      </div>
    );
  }
  return <SearchHits {...rest} apps={apps} categoryNames={categoryNames} />;
}
