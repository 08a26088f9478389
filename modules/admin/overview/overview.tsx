import { IDENTITY_NAMES, readOverview, type Overview } from "#contract";
import { EmptyState } from "../../../web/src/ui/empty-state.tsx";
import { Icon } from "../../../web/src/ui/icon.tsx";
import { useAnswer } from "../../kit/use-answer.ts";
import { Part } from "../person/part.tsx";
import page from "../person/person.module.css";
import { hrefOf } from "../shell/address.ts";
import { Heading } from "../shell/heading.tsx";
import { StateBadge } from "../shell/state-badge.tsx";
import { mayAnywhere, useOwnRights } from "../shell/own-rights.tsx";
import { RostersLink } from "../shell/rosters-link.tsx";
import { usePlace } from "../shell/place-strip.tsx";
import { momentText, numberText } from "../shell/words.ts";
import { Waiting } from "../shell/waiting-page.tsx";
import { DayBars } from "./day-bars.tsx";
import css from "./overview.module.css";
import { CHECKS, checkText, figureText, isReady, shortDay } from "./rules.ts";

/** Checks of the pupils and of the teachers, who come first by a roster. */
const COME_BY_ROSTER: ReadonlySet<string> = new Set(["no-class", "never-signed-in"]);
/** The icon of a check with nothing to look at: a line. */
const NONE = "M5 12h14";

/** The screen 总览: readiness checks, people, sign-ins, apps, jobs (AD-22). */
export default function OverviewPage() {
  const { school } = usePlace();
  return <OverviewOf key={school ?? ""} within={school} />;
}

function OverviewOf({ within }: { within: string | undefined }) {
  const { data, error, reload } = useAnswer(readOverview, within === undefined ? {} : { within });
  return (
    <>
      <Heading title="总览" place="overview">
        <p className={css["count"]} role="status">
          {data === undefined || data.schools < 2 ? "" : `${numberText(data.schools)} 所学校`}
        </p>
      </Heading>
      {data === undefined ? (
        <Waiting label="正在统计" height={420} error={error} onRetry={reload} />
      ) : data.schools === 0 ? (
        <EmptyState role="status" title="没有可以统计的学校">
          总览按整所学校统计。您管理的是年级或班级，或者这里还没有学校。
        </EmptyState>
      ) : (
        <div className={page["parts"]}>
          <Readiness checks={data.checks} />
          <SignIns data={data} />
          <People people={data.people} />
          <Apps apps={data.apps} />
          <Jobs jobs={data.jobs} />
          <p className={css["note"]}>
            为保护学生，不到 10 名学生的数、以及能由两个数相减推算出来的数都不显示。
          </p>
        </div>
      )}
    </>
  );
}

function Readiness({ checks }: { checks: Overview["checks"] }) {
  const own = useOwnRights();
  const ready = checks.filter(isReady).length;
  return (
    <Part
      title="学校就绪"
      acts={
        <StateBadge tone={ready === checks.length ? "good" : "plain"}>
          {ready} / {checks.length} 项
        </StateBadge>
      }
    >
      <ul className={css["checks"]}>
        {checks.map((check) => {
          const { path, query = {}, mend, right } = CHECKS[check.id];
          return (
            <li key={check.id} className={css["check"]}>
              <span className={css[check.is_empty ? "none" : check.is_good ? "good" : "todo"]}>
                <Icon name={check.is_empty ? NONE : check.is_good ? "check" : "warning"} />
              </span>
              <span className={css["words"]}>{checkText(check)}</span>
              {check.is_empty && COME_BY_ROSTER.has(check.id) ? (
                <RostersLink className={css["mend"]} />
              ) : check.is_good || !mayAnywhere(own, right) ? null : (
                <a className={css["mend"]} href={hrefOf(path.split("/"), query)}>
                  {mend}
                </a>
              )}
            </li>
          );
        })}
      </ul>
    </Part>
  );
}

function SignIns({ data: { days, sign_ins } }: { data: Overview }) {
  return (
    <Part title="每天登录的人数">
      {sign_ins.map(({ identity, counts }) => (
        <figure key={identity} className={css["figure"]}>
          <figcaption>
            {IDENTITY_NAMES[identity]}
            <span className={page["soft"]}>
              今天 {figureText(counts[counts.length - 1] ?? null)}
            </span>
          </figcaption>
          <DayBars label={IDENTITY_NAMES[identity]} days={days} counts={counts} />
        </figure>
      ))}
      <details className={css["behind"]}>
        <summary>看表格</summary>
        <div className={css["scroll"]} role="group" aria-label="可以左右滚动的表格" tabIndex={0}>
          <table className={css["table"]} aria-label="每天登录的人数">
            <thead>
              <tr>
                <th scope="col">日期</th>
                {sign_ins.map(({ identity }) => (
                  <th key={identity} scope="col">
                    {IDENTITY_NAMES[identity]}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {days.map((day, index) => (
                <tr key={day}>
                  <th scope="row">{shortDay(day)}</th>
                  {sign_ins.map(({ identity, counts }) => (
                    <td key={identity}>{figureText(counts[index] ?? null)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </Part>
  );
}

function People({ people }: { people: Overview["people"] }) {
  const most = Math.max(1, ...people.map(({ count }) => count ?? 0));
  return (
    <Part title="人员">
      <dl className={css["people"]}>
        {people.map(({ identity, count }) => (
          <div key={identity}>
            <dt>{IDENTITY_NAMES[identity]}</dt>
            <dd>
              <span className={css["track"]} aria-hidden="true">
                <span
                  className={css["level"]}
                  style={{ width: `${((count ?? 0) * 100) / most}%` }}
                />
              </span>
              <span className={css["number"]}>{figureText(count)}</span>
            </dd>
          </div>
        ))}
      </dl>
    </Part>
  );
}

function Apps({ apps }: { apps: Overview["apps"] }) {
  return (
    <Part title="今天没有打开成功的应用">
      {apps.length === 0 ? <p className={page["soft"]}>今天都打开了。</p> : null}
      <ul>
        {apps.map(({ id, name, failures, last_at }) => (
          <li key={id} className={page["item"]}>
            <div className={page["words"]}>
              <p>{name}</p>
              <p className={page["soft"]}>
                {numberText(failures)} 次，最近一次 {momentText(last_at)}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </Part>
  );
}

const JOB_STATES = { waiting: "等待中", running: "进行中", failed: "失败" } as const;

function Jobs({ jobs }: { jobs: Overview["jobs"] }) {
  return (
    <Part title="后台任务">
      {jobs.length === 0 ? <p className={page["soft"]}>没有在做的，也没有失败的。</p> : null}
      <ul>
        {jobs.map(({ id, words, state, progress, total, error, change_id, created_at }) => (
          <li key={id} className={page["item"]}>
            <div className={page["words"]}>
              <p>
                {change_id === null ? words : <a href={hrefOf(["changes", change_id])}>{words}</a>}{" "}
                <StateBadge tone={state === "failed" ? "danger" : "plain"}>
                  {JOB_STATES[state]}
                </StateBadge>
              </p>
              <p className={page["soft"]}>
                {momentText(created_at)}
                {total === null || state === "failed"
                  ? ""
                  : ` · ${numberText(progress)} / ${numberText(total)}`}
                {error === null ? "" : ` · ${error}`}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </Part>
  );
}
