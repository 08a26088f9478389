import { useEffect, useState } from "react";
import { markNoticesSeen, readNotices } from "#contract";
import { Skeleton } from "../../web/src/ui/skeleton.tsx";
import { Failure } from "../kit/failure.tsx";
import { useModule } from "../kit/react-module.tsx";
import { useAnswer } from "../kit/use-answer.ts";
import css from "./list.module.css";
import { whenText } from "./rules.ts";

/** Lists what others did to the account (AD-12, AD-18); to have seen the list is to have seen them. */
export function AccountNotices() {
  const { send, now: time } = useModule();
  const { data, error, reload } = useAnswer(readNotices, {});
  const [now] = useState(time);

  useEffect(() => {
    const fresh = (data?.notices ?? []).filter(({ seen_at }) => seen_at === null);
    // what could not be marked is marked the next time
    if (fresh.length > 0) {
      send(markNoticesSeen, { ids: fresh.map(({ id }) => id) }).catch(() => {});
    }
  }, [data, send]);

  if (data === undefined) {
    if (error !== undefined) return <Failure error={error} onRetry={reload} />;
    return <Skeleton height={64} />;
  }
  if (data.notices.length === 0) {
    return <p className={css["soft"]}>最近 {data.days} 天没有账号通知。</p>;
  }
  return (
    <ul>
      {data.notices.map(({ id, at, text, seen_at }) => (
        <li key={id} className={css["item"]}>
          <div className={css["words"]}>
            <p>
              {text}
              {seen_at === null ? <span className={css["tag"]}>新</span> : null}
            </p>
            <p className={css["soft"]}>{whenText(at, now)}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}
