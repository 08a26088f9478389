import { readApps, type App, type Identity } from "#contract";
import { Skeleton } from "../../web/src/ui/skeleton.tsx";
import { Card } from "../kit/card.tsx";
import { Failure } from "../kit/failure.tsx";
import { iconAddress } from "../kit/icon-address.ts";
import { useModule } from "../kit/react-module.tsx";
import { useAnswer } from "../kit/use-answer.ts";
import css from "./growth-record.module.css";

/** Lists the apps that the pupil has opened, the latest first. */
export function RecentApps({ identity }: { identity: Identity }) {
  const { data, error, reload } = useAnswer(readApps, { identity: `${identity},all` });
  return (
    <Card title="最近用过的应用">
      {data === undefined ? (
        error === undefined ? (
          <Skeleton height={72} />
        ) : (
          <Failure error={error} onRetry={reload} />
        )
      ) : (
        <List apps={recentOf(data.apps, data.recent_app_ids)} />
      )}
    </Card>
  );
}

function recentOf(apps: readonly App[], ids: readonly string[]): App[] {
  return ids.flatMap((id) => apps.find((app) => app.id === id) ?? []);
}

function List({ apps }: { apps: readonly App[] }) {
  const module = useModule();
  if (apps.length === 0) return <p className={css["what"]}>打开过的应用会出现在这里。</p>;
  return (
    <ul className={css["apps"]}>
      {apps.map(({ id, name, icon }) => (
        <li key={id} className={css["app"]}>
          <img src={iconAddress(module, icon)} width={40} height={40} alt="" />
          <span>{name}</span>
        </li>
      ))}
    </ul>
  );
}
