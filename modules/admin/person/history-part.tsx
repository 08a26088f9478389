import { useEffect, useRef } from "react";
import { IDENTITY_NAMES, readPersonHistory, type HistoryEntry, type PersonWhole } from "#contract";
import { Button } from "../../../web/src/ui/button.tsx";
import { Skeleton } from "../../../web/src/ui/skeleton.tsx";
import { Failure } from "../../kit/failure.tsx";
import { useModule } from "../../kit/react-module.tsx";
import { usePages } from "../list/use-pages.ts";
import { hrefOf } from "../shell/address.ts";
import { momentText } from "../shell/words.ts";
import { Part } from "./part.tsx";
import css from "./person.module.css";

/** Lists what happened to a person, the latest first; it loads by itself, and anew with the person. */
export function HistoryPart({ person }: { person: PersonWhole }) {
  const { send } = useModule();
  const { id } = person;
  const { rows, first, done, error, more, retry, reload } = usePages<HistoryEntry>(
    async (after) => {
      const answer = await send(readPersonHistory, {
        user_id: id,
        ...(after !== undefined && { after }),
      });
      return { rows: answer.entries, next: answer.next };
    },
    id,
  );
  const known = useRef(person);
  useEffect(() => {
    if (known.current === person) return;
    known.current = person;
    reload();
  }, [person, reload]);
  return (
    <Part title="记录" wide>
      {first ? (
        <div role="status" aria-label="正在加载记录">
          <Skeleton height={120} />
        </div>
      ) : null}
      {!first && rows.length === 0 && error === undefined ? (
        <p className={css["soft"]}>还没有记录。</p>
      ) : null}
      <ul className={css["list"]}>
        {rows.map((entry) => (
          <li key={entry.id} className={css["item"]}>
            <div className={css["words"]}>
              <p>
                {entry.change_id === null ? (
                  entry.words
                ) : (
                  <a href={hrefOf(["changes", entry.change_id])}>{entry.words}</a>
                )}
                {entry.outcome === "refused" ? "（被拒绝）" : ""}
              </p>
              <p className={css["soft"]}>
                {momentText(entry.at)} · {byText(entry)}
              </p>
            </div>
          </li>
        ))}
      </ul>
      {error === undefined ? null : <Failure error={error} onRetry={retry} />}
      {rows.length === 0 || done ? null : (
        <Button look="quiet" onClick={more}>
          更早的记录
        </Button>
      )}
    </Part>
  );
}

function byText({ by, by_self, by_identity }: HistoryEntry): string {
  if (by_self) return "本人";
  if (by === null) return "系统或上级";
  return by_identity === null ? by.name : `${by.name}（${IDENTITY_NAMES[by_identity]}）`;
}
