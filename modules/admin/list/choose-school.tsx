import { EmptyState } from "../../../web/src/ui/empty-state.tsx";
import { PLACE_PARAMETER, useQueryOfAny } from "../shell/address.ts";
import { Choice } from "../fields/choice.tsx";
import { Heading } from "../shell/heading.tsx";
import { usePlace } from "../shell/place-strip.tsx";
import css from "./list.module.css";

/** Asks for one of the schools in the person's scope, on a screen that shows one school. */
export function ChooseSchool({
  title,
  place,
  words,
}: {
  title: string;
  place: string;
  /** Says why one has to be chosen: 「班级按学校查看。」 */
  words: string;
}) {
  const { organisations } = usePlace();
  const [, change] = useQueryOfAny();
  const schools = organisations.filter(({ kind }) => kind === "school");
  return (
    <>
      <Heading title={title} place={place} />
      <div className={css["card"]}>
        <EmptyState help="" title={schools.length === 0 ? "这里还没有学校" : "先选一所学校"}>
          {schools.length === 0 ? "您管理的范围里还没有学校。" : words}
        </EmptyState>
        {schools.length === 0 ? null : (
          <div className={css["middle"]}>
            <Choice
              className={css["wideChoice"]}
              label="选择学校"
              options={schools.map(({ id, name }) => ({ value: id, label: name }))}
              value=""
              onChange={(id) => change({ [PLACE_PARAMETER]: id })}
            />
          </div>
        )}
      </div>
    </>
  );
}
