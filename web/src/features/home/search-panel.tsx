import { type ComponentProps, useEffect, useMemo } from "react";
import type { Identity } from "#contract";
import { onPathChange } from "../../platform/navigation.ts";
import { useSession } from "../../session/session.ts";
import { useApps } from "./queries.ts";
import { visibleApps } from "./rules.ts";
import SearchHits from "./search-hits.tsx";
import css from "./search-hits.module.css";

export { default as WhyHidden } from "./why-hidden.tsx";

type HitsProps = Omit<ComponentProps<typeof SearchHits>, "apps" | "categoryNames">;

/** The search's results, and the way out of it where it is a sheet. */
export default function SearchPanel({
  onLeave,
  ...rest
}: HitsProps & { identity: Identity; onLeave: (() => void) | undefined }) {
  useEffect(() => (onLeave === undefined ? undefined : onPathChange(onLeave)), [onLeave]);
  return (
    <>
      {onLeave === undefined ? null : (
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
