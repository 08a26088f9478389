import { useEffect, useRef, useState } from "react";
import { submitYear, MIN_TAKE_ALONG_DAYS, MAX_TAKE_ALONG_DAYS } from "#contract";
import { Button } from "../../../web/src/ui/button.tsx";
import { TextField } from "../../../web/src/ui/text-field.tsx";
import { useModule } from "../../kit/react-module.tsx";
import { Refused, useAct } from "../../kit/use-act.ts";
import { goTo } from "../shell/address.ts";
import { useKeepDraft, useUnsavedDraft } from "../shell/unsaved-draft.tsx";
import { MomentField } from "../fields/date-field.tsx";
import { typedNumber } from "../fields/field-number.ts";
import { dayAndTime, fieldOf, momentOf } from "../fields/field-moment.ts";
import { Card, mayEdit, type StepParts } from "./card.tsx";
import { countsText, withMoment } from "./rules.ts";
import css from "./year.module.css";

const MOMENTS = [
  ["effective_at", "什么时候生效"],
  ["pause_from", "夜间导入从什么时候起暂停"],
  ["pause_until", "夜间导入到什么时候恢复"],
] as const;

/** The name of the field for the days for which the data of those who leave are kept. */
const DAYS = "take_along_days";

/** Returns the days that were typed; undefined for what a plan may not have. */
const daysOf = (typed: string) => typedNumber(typed, MIN_TAKE_ALONG_DAYS, MAX_TAKE_ALONG_DAYS);

/** The last step: the numbers, the hour, and the way into approval. */
export function Check({ year, view, draft }: StepParts) {
  const { send } = useModule();
  const { busy, fault, act } = useAct();
  const isOff = !mayEdit(view);
  // what is not in the plan: while it is typed, which may pass over other days, and where it is no moment or number
  const { key, left } = useUnsavedDraft(`year/${view.school.id}`);
  const [typed, setTyped] = useState((left ?? {}) as Readonly<Record<string, string>>);
  useKeepDraft(key, "新学年的生效时间", Object.keys(typed).length > 0 ? typed : undefined);
  const isTyping = useRef(false);
  useEffect(() => {
    if (isTyping.current) return;
    for (const [name] of MOMENTS) {
      const moment = momentOf(typed[name] ?? "");
      if (moment === undefined) continue;
      setTyped(({ [name]: _taken, ...rest }) => rest);
      year.edit((now) => ({ ...now, times: withMoment(now.times, name, moment) }));
    }
    const days = daysOf(typed[DAYS] ?? "");
    if (days === undefined) return;
    setTyped(({ [DAYS]: _taken, ...rest }) => rest);
    year.edit((now) => ({ ...now, times: { ...now.times, [DAYS]: days } }));
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- what was typed is taken once
  }, [typed]);
  const { classes, counts, problems } = view.outcome;
  const of = (wanted: string) => classes.filter((one) => one.act === wanted).length;
  const submit = () =>
    act(async () => {
      if (Object.keys(typed).length > 0) throw new Refused("请先改正标出的内容");
      if (problems.some(({ blocks }) => blocks)) throw new Refused("请先改好上面列出的地方");
      // a plan that was never changed has never been saved
      if (view.plan === null) year.edit((now) => ({ ...now }));
      if (!(await year.settled()))
        throw new Refused("还有改动没有保存，所以没有提交；请先改好上面标出的地方");
      const { id: school_id } = view.school;
      const input = { school_id, version: year.version(), year: draft.rules.year };
      const { change_id } = await send(submitYear, input);
      goTo(["changes", change_id]);
    });
  return (
    <>
      <Card title="核对">
        <p>{countsText(counts)}</p>
        <p>
          {`班级：升级 ${of("up")} 个，毕业 ${of("graduate")} 个，新建 ${of("new")} 个，留在原年级 ${of("stay")} 个，并入别的班 ${of("merge")} 个`}
        </p>
      </Card>
      <Card title="生效时间">
        <div
          className={css["fields"]}
          onInput={() => (isTyping.current = true)}
          // a day of the calendar is chosen at once
          onPointerDown={() => (isTyping.current = false)}
          onBlur={() => {
            isTyping.current = false;
            setTyped((now) => ({ ...now }));
          }}
        >
          {MOMENTS.map(([name, label]) => {
            const value = (isOff ? undefined : typed[name]) ?? fieldOf(draft.times[name]);
            const [day, time] = dayAndTime(value);
            return (
              <MomentField
                key={name}
                label={label}
                value={value}
                error={day === "" ? "请填写日期" : undefined}
                disabled={isOff}
                // an emptied day leaves its time of day
                onChange={(to) => setTyped((now) => ({ ...now, [name]: to || `T${time}` }))}
              />
            );
          })}
          <TextField
            className={css["number"]}
            label="毕业生的数据至少保留多少天"
            inputMode="numeric"
            autoComplete="off"
            maxLength={4}
            value={(isOff ? undefined : typed[DAYS]) ?? String(draft.times[DAYS])}
            disabled={isOff}
            hint={`${MIN_TAKE_ALONG_DAYS} 到 ${MAX_TAKE_ALONG_DAYS} 天`}
            error={
              typed[DAYS] !== undefined && daysOf(typed[DAYS]) === undefined
                ? `请填 ${MIN_TAKE_ALONG_DAYS} 到 ${MAX_TAKE_ALONG_DAYS} 之间的天数`
                : undefined
            }
            onChange={({ target }) => setTyped((now) => ({ ...now, [DAYS]: target.value }))}
          />
        </div>
        <p className={css["soft"]}>
          提交之后由另一个人审批；批准后到生效的时刻自动应用，30
          天内可以撤销。这期间有学生转进转出，会一起算进去；班级有改动则停下，请您重新核对。
        </p>
        <p className={css["fault"]} role="alert">
          {fault ?? ""}
        </p>
        {isOff ? null : (
          <Button look="primary" busy={busy || year.saving} onClick={() => void submit()}>
            提交审批
          </Button>
        )}
      </Card>
    </>
  );
}
