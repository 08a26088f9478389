import { readChildApps } from "#contract";
import { Skeleton } from "../../web/src/ui/skeleton.tsx";
import { Failure } from "../kit/failure.tsx";
import { useModule } from "../kit/react-module.tsx";
import { useAnswer } from "../kit/use-answer.ts";
import css from "./child-tools.module.css";
import { shownApps } from "./rules.ts";

/** Lists the apps on a child's home, without opening them: they would open as the parent (ID-10). */
export function ChildApps({ id, name }: { id: string; name: string }) {
  const { base } = useModule();
  const { data, error, reload } = useAnswer(readChildApps, { child_id: id });
  if (data === undefined) {
    if (error !== undefined) return <Failure error={error} onRetry={reload} />;
    return <Skeleton height={160} />;
  }
  const shelves = shownApps(data);
  if (shelves.length === 0) {
    return <p>学校还没有为{name}开通应用。有疑问请联系班主任。</p>;
  }
  return (
    <>
      <p className={css["soft"]}>{name}在自己的首页能看到这些应用。</p>
      {shelves.map(({ category, apps }) => (
        <section key={category.id} aria-label={category.name}>
          <h3 className={css["category"]}>{category.name}</h3>
          <ul className={css["apps"]}>
            {apps.map((app) => (
              <li key={app.id} className={css["app"]}>
                <img src={base + app.icon} alt="" />
                <span>{app.name}</span>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}
