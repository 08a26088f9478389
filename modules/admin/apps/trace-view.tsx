import { APP_RULE_NAMES, readAppsSeenBy, type TraceWords } from "#contract";
import { useAnswer } from "../../kit/use-answer.ts";
import { Mark } from "../shell/mark.tsx";
import { Waiting } from "../shell/waiting-page.tsx";
import css from "./apps.module.css";

/** Shows limit by limit why a person sees an app or not, under one identity (AD-17). */
export function TraceOf({
  user,
  app,
  school,
  identity,
}: {
  user: string;
  app: string;
  school: string;
  identity: string;
}) {
  const { data, error, reload } = useAnswer(readAppsSeenBy, { user_id: user, app_id: app });
  if (data === undefined) {
    return <Waiting height={120} error={error} onRetry={reload} />;
  }
  const standing = data.standings.find(
    (one) => one.school_id === school && one.identity === identity,
  );
  return <TraceTable trace={standing?.apps[0]?.trace ?? []} />;
}

export function TraceTable({ trace }: { trace: readonly TraceWords[] }) {
  return (
    <table className={css["trace"]}>
      <thead>
        <tr>
          <th scope="col">规则</th>
          <th scope="col">应用的限制</th>
          <th scope="col">此人</th>
          <th scope="col">结果</th>
        </tr>
      </thead>
      <tbody>
        {trace.map(({ rule, passes, wants, has }) => (
          <tr key={rule}>
            <th scope="row">{APP_RULE_NAMES[rule]}</th>
            <td>{wants}</td>
            <td>{has}</td>
            <td>
              <Mark tone={passes ? "good" : "danger"}>{passes ? "符合" : "不符合"}</Mark>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
