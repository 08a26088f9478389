import { useState } from "react";
import {
  APP_RULE_NAMES,
  IDENTITY_NAMES,
  previewAppFor,
  readAppsSeenBy,
  type AppDraft,
  type TraceWords,
} from "#contract";
import { useAnswer } from "../../kit/use-answer.ts";
import { StateBadge } from "../shell/state-badge.tsx";
import { PersonPicker, type PickedPerson } from "../fields/person-picker.tsx";
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
  const membership = data.memberships.find(
    (one) => one.school_id === school && one.identity === identity,
  );
  return <TraceTable trace={membership?.apps[0]?.trace ?? []} />;
}

function TraceTable({ trace }: { trace: readonly TraceWords[] }) {
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
              <StateBadge tone={passes ? "good" : "danger"}>
                {passes ? "符合" : "不符合"}
              </StateBadge>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Asks for a person, and explains limit by limit why they see an app, or would by a draft, or do not (AD-17). */
export function WhyOf({ app = "", draft }: { app?: string; draft?: AppDraft }) {
  const [person, setPerson] = useState<PickedPerson | null>(null);
  const user_id = person?.id ?? "";
  const saved = useAnswer(readAppsSeenBy, person && !draft ? { user_id, app_id: app } : null);
  const drawn = useAnswer(previewAppFor, person && draft ? { ...draft, user_id } : null);
  const { data, error, reload } = draft ? drawn : saved;
  return (
    <div>
      <p className={css["soft"]}>某一个人看得见吗</p>
      <PersonPicker
        className={css["choice"]}
        label="某一个人看得见吗"
        value={person}
        onChange={setPerson}
      />
      {person !== null && data === undefined ? (
        <Waiting height={120} error={error} onRetry={reload} />
      ) : null}
      {data?.memberships.map(({ identity, school_id, school_name, apps: [one] }) =>
        one === undefined ? null : (
          <section
            key={`${school_id}/${identity}`}
            aria-label={`${IDENTITY_NAMES[identity]} · ${school_name}`}
          >
            <p>
              {data.name}，{IDENTITY_NAMES[identity]} · {school_name}：
              {one.sees ? "看得见" : `看不见。${one.sentence}`}
            </p>
            <details className={css["fold"]} open={!one.sees}>
              <summary>逐条查看</summary>
              <TraceTable trace={one.trace} />
            </details>
          </section>
        ),
      )}
    </div>
  );
}
