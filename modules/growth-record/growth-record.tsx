import { readGrowthRecord, readUserDetail } from "#contract";
import { EmptyState } from "../../web/src/ui/empty-state.tsx";
import { Skeleton } from "../../web/src/ui/skeleton.tsx";
import { Failure } from "../kit/failure.tsx";
import { useModule } from "../kit/react-module.tsx";
import { useAnswer } from "../kit/use-answer.ts";
import { useChildId, usePersonKey } from "../kit/use-person-key.ts";
import { Cards } from "./cards.tsx";
import { Child } from "./child.tsx";
import css from "./growth-record.module.css";
import { RecentApps } from "./recent-apps.tsx";

const ASKED = { fields: "name,identity,school,classes,admission_time,children" };

/**
 * Shows what apps have sent for a pupil, and the time at school so far: `/module/growth-record`, and for a head-teacher
 * `/module/growth-record/{pupil}` (HO-05).
 */
export function GrowthRecord() {
  const { place } = useModule();
  // another identity has other children, or none
  const person = usePersonKey();
  const pupil = place.path[0];
  return pupil === undefined ? (
    <Own key={person} />
  ) : (
    <OfPupil key={`${person} ${pupil}`} id={pupil} />
  );
}

/** The pupil's own; a parent sees the child that is chosen in the bar (HO-01). */
function Own() {
  const chosen = useChildId();
  const { data: user, error, reload } = useAnswer(readUserDetail, ASKED);
  const { data: record, error: fault, reload: again } = useAnswer(readGrowthRecord, {});
  if (user === undefined || record === undefined) {
    if (error !== undefined) return <Failure error={error} onRetry={reload} />;
    if (fault !== undefined) return <Failure error={fault} onRetry={again} />;
    return <Skeleton height={240} />;
  }
  const { name = "", identity, school, classes = [], admission_time, children = [] } = user;
  const cardsOf = (id: string) => record.people.find((one) => one.id === id)?.cards ?? [];
  if (identity === "student") {
    const [own] = record.people;
    return (
      <div className={css["page"]}>
        <Child name={name} school={school} classes={classes} admission={admission_time} />
        <Cards cards={own?.cards ?? []} />
        <RecentApps identity={identity} />
      </div>
    );
  }
  if (identity !== "parent") {
    return (
      <EmptyState title="成长档案是给学生和家长看的" help="">
        请切换到相应的身份。班主任可以在“班级学生”里打开本班学生的成长档案。
      </EmptyState>
    );
  }
  const child = children.find(({ id }) => id === chosen) ?? children[0];
  if (child === undefined) {
    return (
      <EmptyState title="这里还没有档案">
        绑定孩子后，这里会有应用为孩子发来的奖章和记录。请联系班主任或学校管理员。
      </EmptyState>
    );
  }
  return (
    <div className={css["page"]}>
      <section key={child.id} aria-label={child.name}>
        <Child {...child} />
        <Cards cards={cardsOf(child.id)} of={child.name} />
      </section>
    </div>
  );
}

/** A pupil's, for the head-teacher. */
function OfPupil({ id }: { id: string }) {
  const { data, error, reload } = useAnswer(readGrowthRecord, { user_id: id });
  if (data === undefined) {
    if (error !== undefined) return <Failure error={error} onRetry={reload} />;
    return <Skeleton height={240} />;
  }
  const [pupil] = data.people;
  if (pupil === undefined || pupil.cards.length === 0) {
    return (
      <EmptyState title="这里还没有内容">
        应用为{pupil?.name ?? "学生"}发来的奖章和记录会出现在这里。
      </EmptyState>
    );
  }
  return (
    <div className={css["page"]}>
      <Cards cards={pupil.cards} of={pupil.name} />
    </div>
  );
}
