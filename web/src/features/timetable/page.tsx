import { useState } from "react";
import { useStore } from "zustand";
import { chinaDay, chinaTime, readLessons, REFUSALS, roomText, type DayLesson } from "#contract";
import { send } from "../../api/client.ts";
import { ApiError, failureText } from "../../api/failures.ts";
import { useQuery } from "../../api/query.ts";
import { useNow } from "../../api/use-now.ts";
import { chosenChild, shownChild } from "../../session/own-child.ts";
import { useSession } from "../../session/session.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { PageHead } from "../../ui/page-head.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { OwnCalendar } from "./own-calendar.tsx";
import css from "./page.module.css";
import { dayAfter, dayText } from "./rules.ts";

const QUIET = { quietGeneral: true, quietError: true } as const;

/** 课程表 (HO-03): the lessons of a day, `/timetable`; a parent's are those of the child in the bar. */
export default function TimetablePage() {
  const user = useSession((state) => state.user);
  const now = useNow();
  /** The day that was gone to; else it is today, also when that has become another day. */
  const [chosenDay, setDay] = useState<string>();
  const day = chosenDay ?? chinaDay(now);
  const chosen = useStore(chosenChild, ({ id }) => id);
  const identity = user?.identity ?? null;
  const child = shownChild(user, identity, chosen);
  const child_id = child?.id;
  const key = `lessons:${identity ?? ""}/${user?.school?.id ?? ""}/${child_id ?? ""}/${day}`;
  const { data, error, reload } = useQuery(key, () =>
    send(readLessons, { day, ...(child_id !== undefined && { child_id }) }, QUIET),
  );

  function list() {
    if (data === undefined) {
      if (error === undefined) return <Skeleton height={280} />;
      if (error instanceof ApiError && error.code === REFUSALS.notAllowed.code) {
        return (
          <EmptyState role="alert" title="课程表是给教师、学生和家长看的" help="timetable">
            有这样的身份时，请先切换身份。
          </EmptyState>
        );
      }
      return (
        <EmptyState
          role="alert"
          icon="warning"
          title="课程表没有加载出来"
          action={
            <Button icon="refresh" look="primary" onClick={() => void reload()}>
              重试
            </Button>
          }
        >
          {failureText(error)}
        </EmptyState>
      );
    }
    if (data.lessons.length === 0) {
      return (
        <EmptyState title="这一天没有课" help="timetable">
          {data.week === null ? "不在学期里，或学校还没有导入课程表。" : "可以看看前一天或后一天。"}
        </EmptyState>
      );
    }
    return (
      <ol className={css["lessons"]}>
        {data.lessons.map((lesson) => (
          <Lesson
            key={`${lesson.class_name} ${lesson.period} ${lesson.starts_at}`}
            lesson={lesson}
            isNow={new Date(lesson.starts_at) <= now && now < new Date(lesson.ends_at)}
            withClass={identity === "teacher"}
          />
        ))}
      </ol>
    );
  }

  return (
    <div className={css["page"]}>
      <PageHead title={child === undefined ? "课程表" : `${child.name}的课程表`} />
      <main className={css["main"]}>
        <div className={css["head"]}>
          <Button onClick={() => setDay(dayAfter(day, -1))}>前一天</Button>
          <h2 className={css["day"]}>
            {dayText(day)}
            <span className={css["week"]}>
              {data === undefined || data.week === null ? "" : `第 ${data.week} 周`}
            </span>
          </h2>
          <Button onClick={() => setDay(dayAfter(day, 1))}>后一天</Button>
        </div>
        {list()}
        {data === undefined ? null : (
          <OwnCalendar
            key={child_id ?? ""}
            of={`${identity ?? ""}/${user?.school?.id ?? ""}`}
            child_id={child_id}
          />
        )}
      </main>
    </div>
  );
}

function Lesson({
  lesson: { period, subject, class_name, teacher, room, starts_at, ends_at },
  isNow,
  withClass,
}: {
  lesson: DayLesson;
  isNow: boolean;
  withClass: boolean;
}) {
  const who = [withClass ? class_name : teacher, roomText(room)].filter((words) => words !== "");
  return (
    <li className={css["lesson"]} aria-current={isNow ? "time" : undefined}>
      <span className={css["time"]}>
        {chinaTime(starts_at)}
        <span className={css["soft"]}>{chinaTime(ends_at)}</span>
      </span>
      <span className={css["what"]}>
        <strong>{subject}</strong>
        <span className={css["soft"]}>
          {[...(period === 0 ? [] : [`第 ${period} 节`]), ...who].join(" · ")}
        </span>
      </span>
      {isNow ? <span className={css["now"]}>正在上课</span> : null}
    </li>
  );
}
