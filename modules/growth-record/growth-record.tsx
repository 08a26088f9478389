import { readUserDetail } from "#contract";
import { EmptyState } from "../../web/src/ui/empty-state.tsx";
import { Skeleton } from "../../web/src/ui/skeleton.tsx";
import { Failure } from "../kit/failure.tsx";
import { useAnswer } from "../kit/use-answer.ts";
import { Child } from "./child.tsx";
import css from "./growth-record.module.css";
import { RecentApps } from "./recent-apps.tsx";

const ASKED = { fields: "name,identity,school,classes,admission_time,children" };

/** A pupil's time at school so far; a parent sees each child. */
export function GrowthRecord() {
  const { data: user, error, reload } = useAnswer(readUserDetail, ASKED);
  if (user === undefined) {
    if (error !== undefined) return <Failure error={error} onRetry={reload} />;
    return <Skeleton height={240} />;
  }
  const { name = "", identity, school, classes = [], admission_time, children = [] } = user;
  if (identity === "student") {
    return (
      <div className={css["page"]}>
        <Child name={name} school={school} classes={classes} admission={admission_time} />
        <RecentApps identity={identity} />
      </div>
    );
  }
  if (children.length === 0) {
    return (
      <EmptyState title="这里还没有档案">
        绑定孩子后，这里会有孩子的学校和班级。请联系班主任或学校管理员。
      </EmptyState>
    );
  }
  return (
    <div className={css["page"]}>
      {children.map((child) => (
        <Child key={child.id} {...child} />
      ))}
    </div>
  );
}
