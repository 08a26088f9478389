import { readAppsSeenBy, REFUSALS } from "#contract";
import { codeOf } from "../../kit/refusal.ts";
import { useAnswer } from "../../kit/use-answer.ts";
import { SeenList } from "../apps/seen-list.tsx";
import { mayAnywhere, useOwn } from "../shell/own.tsx";
import { Part } from "./part.tsx";
import { Waiting } from "../shell/waiting-page.tsx";
import css from "./person.module.css";

/** Lists the apps that this person sees, and why not the others (AD-02, AD-17). */
export function AppsPart({ id }: { id: string }) {
  const may = mayAnywhere(useOwn(), "app.manage");
  const { data, error, reload } = useAnswer(readAppsSeenBy, may ? { user_id: id } : null);
  if (!may) return null;
  // managed elsewhere than the people of this place are
  if (codeOf(error) === REFUSALS.notFound.code) return null;
  return (
    <Part title="应用">
      {data === undefined ? (
        <Waiting height={80} error={error} onRetry={reload} />
      ) : (
        data.standings.map((standing) => (
          <SeenList
            key={`${standing.school_id}/${standing.identity}`}
            user={id}
            standing={standing}
          />
        ))
      )}
      <p className={css["soft"]}>与这个人的首页用的是同一套规则；按网页计算。</p>
    </Part>
  );
}
