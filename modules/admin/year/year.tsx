import { Button } from "../../../web/src/ui/button.tsx";
import { useModule } from "../../kit/react-module.tsx";
import { ChooseSchool } from "../list/choose-school.tsx";
import { hrefOf } from "../shell/address.ts";
import { Heading } from "../shell/heading.tsx";
import { usePlace } from "../shell/place-strip.tsx";
import { Waiting } from "../shell/waiting-page.tsx";
import { momentText } from "../shell/words.ts";
import { Check } from "./check.tsx";
import { Leaving } from "./leaving.tsx";
import { NewPupils } from "./new-pupils.tsx";
import { Overview } from "./overview.tsx";
import { STEPS, type StepPath, stepOf } from "./rules.ts";
import { Teachers } from "./teachers.tsx";
import { useYear, type Year } from "./use-year.ts";
import css from "./year.module.css";

/** The screen 新学年: `/module/admin/year/{step}`, the turn of one school's year (YR-01…03). */
export default function SchoolYear() {
  const { place } = useModule();
  const { one } = usePlace();
  const step = stepOf(place.path[2] ?? place.path[1]);
  if (one !== undefined) return <Plan key={one.id} school={one.id} step={step} />;
  return <ChooseSchool title="新学年" place="year" words="新学年按学校安排。" />;
}

function Plan({ school, step }: { school: string; step: StepPath }) {
  const year = useYear(school);
  const { view, draft, error, reload } = year;
  if (view === undefined || draft === undefined) {
    return (
      <>
        <Heading title="新学年" place="year" />
        <Waiting height={420} error={error} onRetry={reload} />
      </>
    );
  }
  const { rules } = draft;
  const parts = { year, view, draft };
  return (
    <>
      <Heading title="新学年" place="year">
        <span className={css["soft"]}>
          {rules.year}—{rules.year + 1} 学年
        </span>
      </Heading>
      <nav className={css["steps"]} aria-label="步骤">
        {STEPS.map(({ path, name }, index) => (
          <a
            key={path}
            className={css["step"]}
            href={hrefOf(path === "" ? ["year"] : ["year", path])}
            aria-current={path === step ? "step" : undefined}
          >
            <span>{index + 1}</span> {name}
          </a>
        ))}
      </nav>
      <Standing year={year} />
      {view.plan?.is_open === false ? null : <Problems year={year} />}
      {step === "" ? <Overview {...parts} /> : null}
      {step === "leave" ? <Leaving {...parts} /> : null}
      {step === "new" ? <NewPupils {...parts} /> : null}
      {step === "teachers" ? <Teachers {...parts} /> : null}
      {step === "check" ? <Check {...parts} /> : null}
    </>
  );
}

/** Says whether the draft is saved, submitted or stopped, and what to do about a conflict. */
function Standing({ year: { view, saving, fault, isBehind, reload, edit } }: { year: Year }) {
  const plan = view?.plan ?? null;
  const change = plan?.change ?? null;
  const isOpen = plan?.is_open !== false;
  return (
    <div className={css["standing"]}>
      <p role="status">
        {saving
          ? "正在保存…"
          : plan === null
            ? "还没有保存过，下面是按规则算出的结果；改了就会保存成草稿。"
            : isOpen
              ? `草稿已保存（${[plan.saved_by, momentText(plan.saved_at)].filter(Boolean).join(" · ")}）`
              : "计划已经提交，不能再改。"}
      </p>
      {change === null ? null : (
        <p>
          {change.state === "outdated" && change.error !== null
            ? `上次提交没有应用：${change.error} `
            : null}
          <a href={hrefOf(["changes", change.id])}>查看提交的变更</a>
        </p>
      )}
      {fault === undefined ? null : (
        <p className={css["fault"]} role="alert">
          没有保存：{fault}{" "}
          <Button busy={saving} onClick={() => edit((now) => now)}>
            再保存一次
          </Button>
          {isBehind ? <Button onClick={reload}>用对方的（放弃我改的）</Button> : null}
        </p>
      )}
    </div>
  );
}

const SHOWN = 5;

function Problems({ year: { view } }: { year: Year }) {
  const problems = view?.outcome.problems ?? [];
  if (problems.length === 0) return null;
  return (
    <section className={css["problems"]} aria-label="还要改的地方">
      <p>还有 {problems.length} 处要改，改好才能提交：</p>
      <ul>
        {problems.slice(0, SHOWN).map(({ sentence }) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      {problems.length > SHOWN ? <p>还有 {problems.length - SHOWN} 处没有列出。</p> : null}
    </section>
  );
}
