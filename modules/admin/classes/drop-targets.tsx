import { useState } from "react";
import { readClasses, type AdministeredClass } from "#contract";
import { useAnswer } from "../../kit/use-answer.ts";
import { classesInOrder } from "./rules.ts";
import css from "./teaching.module.css";

/**
 * The other classes of the grade, at the foot while pupils are dragged: a drop asks for the change that the selection's
 * 「调班…」 asks for as well, which is the way by keyboard and touch.
 */
export function DropTargets({
  room,
  count,
  onDrop,
}: {
  room: AdministeredClass;
  count: number;
  onDrop: (into: AdministeredClass) => void;
}) {
  const { data } = useAnswer(readClasses, { school_id: room.school_id });
  const [over, setOver] = useState("");
  const others = classesInOrder(data?.classes ?? []).filter(
    ({ id, grade_id }) => id !== room.id && grade_id === room.grade_id,
  );
  return (
    <div className={css["drop"]} role="group" aria-label="拖到哪个班级">
      <p>
        {data !== undefined && others.length === 0
          ? "这个年级没有别的班级。"
          : `把 ${count} 位学生拖到要去的班级：`}
      </p>
      <div className={css["targets"]}>
        {others.map((one) => (
          <div
            key={one.id}
            className={css["target"]}
            data-over={over === one.id || undefined}
            onDragEnter={(event) => {
              event.preventDefault();
              setOver(one.id);
            }}
            onDragOver={(event) => {
              event.preventDefault();
              event.dataTransfer.dropEffect = "move";
            }}
            onDragLeave={() => setOver((now) => (now === one.id ? "" : now))}
            onDrop={(event) => {
              event.preventDefault();
              onDrop(one);
            }}
          >
            {one.name}（{one.pupils} 人）
          </div>
        ))}
      </div>
    </div>
  );
}
