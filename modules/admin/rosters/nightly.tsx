import { type NightlyRun, type NightlyView, readNightly, runNightly } from "#contract";
import { Button } from "../../../web/src/ui/button.tsx";
import { useModule } from "../../kit/react-module.tsx";
import { useAct } from "../../kit/use-act.ts";
import { useAnswer, useReadAgain } from "../../kit/use-answer.ts";
import { ChooseSchool } from "../list/choose-school.tsx";
import { hrefOf } from "../shell/address.ts";
import { Heading } from "../shell/heading.tsx";
import { StateBadge } from "../shell/state-badge.tsx";
import { usePlace } from "../shell/place-strip.tsx";
import { dayText, momentText } from "../shell/words.ts";
import { Waiting } from "../shell/waiting-page.tsx";
import { NightlyForm } from "./nightly-form.tsx";
import { isUndecided, isUnderWay, runMark } from "./nightly-rules.ts";
import css from "./nightly.module.css";
import parts from "./rosters.module.css";

/** The time in ms between an answer and the next look while a run is under way. */
const LOOK_AGAIN_MS = 2000;

/** The screen 每晚同步: `/module/admin/rosters/nightly` (RO-08). */
export function Nightly() {
  const { school, organisations } = usePlace();
  const found = organisations.find(({ id }) => id === school);
  if (found === undefined) {
    return <ChooseSchool title="每晚同步" place="rosters/nightly" words="每晚同步按学校设置。" />;
  }
  return <NightlyOf key={found.id} school={found.id} />;
}

function NightlyOf({ school }: { school: string }) {
  const answer = useAnswer(readNightly, { school_id: school });
  const { data, error, reload } = answer;
  useReadAgain(answer, data?.runs.some(isUnderWay) === true, LOOK_AGAIN_MS);
  return (
    <>
      <Heading title="每晚同步" place="rosters/nightly">
        <a className={css["link"]} href={hrefOf(["rosters"])}>
          导入文件
        </a>
      </Heading>
      {data !== undefined ? (
        <div className={parts["parts"]}>
          <Standing view={data} reload={reload} />
          {data.connection === null ? null : <Runs runs={data.runs} />}
          <NightlyForm view={data} onSaved={reload} />
        </div>
      ) : (
        <Waiting label="正在打开每晚同步" height={320} error={error} onRetry={reload} />
      )}
    </>
  );
}

/** Says what comes next, and what waits for a decision. */
function Standing({ view, reload }: { view: NightlyView; reload: () => void }) {
  const { send } = useModule();
  const { busy, fault, act } = useAct();
  const { connection, runs, school } = view;
  const waiting = runs.find(isUndecided);
  const isRunning = runs.some(({ outcome }) => outcome === "running");
  const start = () =>
    void act(async () => {
      await send(runNightly, { school_id: school.id });
      reload();
    });
  return (
    <section aria-label="现在的情况" className={parts["card"]}>
      <p className={css["standing"]}>{standingText(view)}</p>
      {waiting?.change == null ? null : (
        <p className={css["waiting"]}>
          <span>
            {momentText(waiting.started_at)} 的同步没有应用：{waiting.sentence}。
          </span>{" "}
          <a href={hrefOf(["changes", waiting.change.id])}>去看变更并决定</a>
        </p>
      )}
      <p className={parts["fault"]} role="alert">
        {fault ?? ""}
      </p>
      {connection === null ? null : (
        <Button busy={busy || isRunning} onClick={start}>
          {isRunning ? "正在同步" : "现在同步一次"}
        </Button>
      )}
    </section>
  );
}

function standingText({ connection, next_at, paused_until, school }: NightlyView): string {
  if (connection === null) {
    const what = school.kind === "district" ? "全部学校的名册" : "名册";
    return `学籍系统如果有 OneRoster 1.2 接口，可以每晚自动读取${what}。先在下面填写对方给的地址和密钥，试一试，再保存。`;
  }
  if (paused_until !== null) return `新学年交替期间暂停，${dayText(paused_until)}恢复。`;
  if (!connection.is_on) return "每晚同步已关闭。";
  if (next_at === null) return "还没有选星期几同步。";
  return `下一次同步：${momentText(next_at)}。`;
}

function Runs({ runs }: { runs: readonly NightlyRun[] }) {
  return (
    <section aria-label="最近的同步" className={parts["card"]}>
      <h3 className={parts["title"]}>最近的同步</h3>
      {runs.length === 0 ? <p className={parts["soft"]}>还没有同步过。</p> : null}
      <ul className={css["runs"]}>
        {runs.map((run) => {
          const { id, started_at, by_hand, sentence, change } = run;
          const { text, tone } = runMark(run);
          return (
            <li key={id} className={css["run"]}>
              <span className={css["when"]}>
                {momentText(started_at)}
                {by_hand ? "（手动）" : ""}
              </span>
              <span className={css["state"]}>
                <StateBadge tone={tone}>{text}</StateBadge>
              </span>
              <span className={css["what"]}>
                {sentence}
                {change === null ? null : (
                  <>
                    {" "}
                    <a
                      href={hrefOf(["changes", change.id])}
                      aria-label={`看变更：${momentText(started_at)}`}
                    >
                      看变更
                    </a>
                  </>
                )}
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
