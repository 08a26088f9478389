import { readTimetable, type AnswerOf } from "#contract";
import { useAnswer } from "../../kit/use-answer.ts";
import { ChooseSchool } from "../list/choose-school.tsx";
import list from "../list/list.module.css";
import { hrefOf } from "../shell/address.ts";
import { BackLink, Heading } from "../shell/heading.tsx";
import { usePlace } from "../shell/place-strip.tsx";
import { dayText, numberText } from "../shell/words.ts";
import { Waiting } from "../shell/waiting-page.tsx";
import { TimetableForm } from "./timetable-form.tsx";
import css from "./timetable.module.css";

/** `/module/admin/classes/timetable`: imports a school's timetable, as a change that is looked at before it counts (HO-03). */
export function Timetable() {
  const { one } = usePlace();
  if (one === undefined || one.kind !== "school") {
    return <ChooseSchool title="课程表" place="classes/timetable" words="课程表按学校导入。" />;
  }
  return (
    <>
      <BackLink href={hrefOf(["classes"])}>班级</BackLink>
      <Heading title="课程表" place="classes/timetable" />
      <OfSchool key={one.id} school={one.id} />
    </>
  );
}

function OfSchool({ school }: { school: string }) {
  const { data, error, reload } = useAnswer(readTimetable, { school_id: school });
  if (data === undefined) {
    return (
      <div className={list["card"]}>
        <Waiting label="正在加载课程表" height={280} error={error} onRetry={reload} />
      </div>
    );
  }
  return (
    <>
      <p className={css["present"]}>{presentText(data)}</p>
      <TimetableForm school={school} term={data ?? { first_day: "", last_day: "" }} />
    </>
  );
}

function presentText(present: AnswerOf<typeof readTimetable>): string {
  if (present === null) return "本校还没有课程表。导入之后，学生、教师和家长在首页看到下一节课。";
  const { first_day, last_day, lessons, classes } = present;
  const term = `${dayText(first_day)} 至 ${dayText(last_day)}`;
  return `现在的课程表：${term}，${numberText(classes)} 个班，${numberText(lessons)} 节课。`;
}
