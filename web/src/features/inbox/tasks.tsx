import type { Identity, InboxTask } from "#contract";
import { opener } from "../../session/page-stores.ts";
import { Button } from "../../ui/button.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import css from "./tasks.module.css";
import { useTasks } from "./queries.ts";
import { taskWords } from "./rules.ts";

/** Lists what waits beside the messages (IN-01): each leads to where it is done. Nothing waits: nothing is shown. */
export function Tasks({ identity }: { identity: Identity | null }) {
  const { data, error, reload } = useTasks(identity);
  if (data === undefined) {
    if (error === undefined) return <Skeleton height={48} />;
    return (
      <p className={css["failed"]} role="alert">
        待办没有加载出来。
        <Button look="quiet" onClick={() => void reload()}>
          重试
        </Button>
      </p>
    );
  }
  if (data.tasks.length === 0) return null;
  return (
    <section className={css["tasks"]} aria-label="待办">
      <h2 className={css["title"]}>待办</h2>
      <ul>
        {data.tasks.map((task) => (
          <li key={`${task.kind} ${task.id}`} className={css["task"]}>
            <Words task={task} identity={identity} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Words({ task, identity }: { task: InboxTask; identity: Identity | null }) {
  const { title, kind, act } = taskWords(task, identity);
  const words = (
    <>
      <span className={css["words"]}>
        <span className={css["what"]}>{title}</span>
        <span className={css["from"]}>
          <span>{kind}</span>
          {task.due === null ? null : <time dateTime={task.due}>{task.due_words}</time>}
        </span>
      </span>
      {act === "" ? null : <span className={css["act"]}>{act}</span>}
    </>
  );
  if (task.link === "") return <p className={css["row"]}>{words}</p>;
  if (task.kind !== "todo") {
    return (
      <a className={css["row"]} href={`#${task.link}`}>
        {words}
      </a>
    );
  }
  return (
    <button type="button" className={css["row"]} onClick={() => opener.openTodo?.(task)}>
      {words}
    </button>
  );
}
