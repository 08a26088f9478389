import { useEffect, useState } from "react";
import { failureText } from "../../api/failures.ts";
import { currentQuery } from "../../platform/hash-query.ts";
import { navigate } from "../../platform/navigation.ts";
import { Button } from "../../ui/button.tsx";
import { classNames } from "../../ui/class-names.ts";
import { Icon } from "../../ui/icon.tsx";
import { LoneCard } from "../../ui/lone-card.tsx";
import css from "./page.module.css";
import { targetOf } from "./rules.ts";
import { STEPS } from "./steps.ts";

/** Loads what everything else builds upon, then goes on to where it was asked for (RT-07). */
export default function LoadDataPage() {
  const [target] = useState(() => targetOf(currentQuery()));
  const [done, setDone] = useState<readonly string[]>([]);
  const [failure, setFailure] = useState<unknown>();
  const failed = failure !== undefined;
  const step = STEPS[done.length];

  useEffect(() => {
    if (failed) return;
    if (step === undefined) return navigate(target, { replace: true });
    let isHere = true;
    step.load().then(
      (what) => {
        if (isHere) setDone((before) => [...before, what]);
      },
      (error: unknown) => {
        if (isHere) setFailure(error);
      },
    );
    return () => {
      isHere = false;
    };
  }, [step, failed, target]);

  return (
    <LoneCard>
      <h1 className={css["title"]}>{failed ? "没有载入完" : "正在准备"}</h1>
      <div
        className={css["bar"]}
        role="progressbar"
        aria-label="载入进度"
        aria-valuemin={0}
        aria-valuemax={STEPS.length}
        aria-valuenow={done.length}
        aria-valuetext={`${done.length} / ${STEPS.length}`}
      >
        <span style={{ width: `${(done.length / STEPS.length) * 100}%` }} />
      </div>
      <p className={css["count"]}>
        {done.length} / {STEPS.length}
      </p>
      <ol>
        {STEPS.map(({ name }, index) => (
          <li
            key={name}
            className={classNames(css["step"], index === done.length && css["current"])}
          >
            <span className={css["mark"]}>
              {index < done.length ? <Icon name="check" size={18} /> : index + 1}
            </span>
            <span className={css["name"]}>{name}</span>
            <small>
              {done[index] ?? (index > done.length ? "等待" : failed ? "没有载入" : "正在载入…")}
            </small>
          </li>
        ))}
      </ol>
      {failed ? (
        <div role="alert" className={css["failure"]}>
          <p>
            {step?.name}没有载入：{failureText(failure)}
          </p>
          <Button look="primary" icon="refresh" onClick={() => setFailure(undefined)}>
            重试
          </Button>
        </div>
      ) : null}
    </LoneCard>
  );
}
