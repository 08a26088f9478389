import { type LedgerEntry, readDataLedger } from "#contract";
import { Skeleton } from "../../web/src/ui/skeleton.tsx";
import { Card } from "../kit/card.tsx";
import { Failure } from "../kit/failure.tsx";
import { iconAddress } from "../kit/icon-address.ts";
import { useModule } from "../kit/react-module.tsx";
import { useAnswer } from "../kit/use-answer.ts";
import css from "./data-ledger.module.css";
import {
  askedText,
  factsText,
  isQuiet,
  KIND_NAMES,
  momentText,
  openedText,
  sentText,
} from "./ledger-rules.ts";

/** Shows a guardian, app by app, what it may know of the child, what it got and when, and what it sent (IN-07). */
export function DataLedger({ childId, name }: { childId: string; name: string }) {
  const { data, error, reload } = useAnswer(readDataLedger, { child_id: childId });
  return (
    <Card
      title={`应用知道${name}的什么`}
      hint="学校在登记应用时决定它能知道什么。打开应用时，平台只告诉它这些。"
    >
      {data === undefined ? (
        error === undefined ? (
          <Skeleton height={200} />
        ) : (
          <Failure error={error} onRetry={reload} />
        )
      ) : (
        <Apps {...data} name={name} />
      )}
    </Card>
  );
}

function Apps({ days, apps, name }: { days: number; apps: LedgerEntry[]; name: string }) {
  const quiet = apps.filter(isQuiet);
  const telling = apps.filter((entry) => !isQuiet(entry));
  if (apps.length === 0) return <p className={css["soft"]}>学校还没有为{name}开通应用。</p>;
  return (
    <>
      {telling.length === 0 ? null : (
        <ul>
          {telling.map((entry) => (
            <Entry key={entry.app.id} entry={entry} days={days} />
          ))}
        </ul>
      )}
      {quiet.length === 0 ? null : (
        <details className={css["quiet"]}>
          <summary>
            {telling.length === 0 ? "" : "另外 "}
            {quiet.length} 个应用不会得知{name}是谁
          </summary>
          <p className={css["soft"]}>{quiet.map(({ app }) => app.name).join("、")}</p>
        </details>
      )}
    </>
  );
}

function Entry({ entry, days }: { entry: LedgerEntry; days: number }) {
  const module = useModule();
  const { app, may_know, asked, sent, is_open } = entry;
  const rows = [
    ["能知道", factsText(may_know)],
    ["得到过", askedText(entry, days)],
    ["打开过", openedText(entry, days)],
    ["发来", sentText(sent)],
  ].filter(([, text]) => text !== "");
  return (
    <li className={css["entry"]}>
      <p className={css["app"]}>
        <img src={iconAddress(module, app.icon)} alt="" />
        <span>{app.name}</span>
        {is_open ? null : <span className={css["tag"]}>孩子现在看不到</span>}
      </p>
      <dl className={css["facts"]}>
        {rows.map(([what, text]) => (
          <div key={what} className={css["fact"]}>
            <dt className={css["what"]}>{what}</dt>
            <dd className={css["words"]}>{text}</dd>
          </div>
        ))}
      </dl>
      {asked.length + sent.length === 0 ? null : (
        <details>
          <summary>查看{app.name}的明细</summary>
          <ul className={css["list"]}>
            {asked.map(({ at, what, facts }, nth) => (
              <li key={`asked ${nth}`}>
                <time dateTime={at}>{momentText(at)}</time>{" "}
                {what === "told" ? `打开时得到：${factsText(facts)}` : "读取了含有孩子的名册"}
              </li>
            ))}
            {sent.map((item, nth) => (
              <li key={`sent ${nth}`}>
                <time dateTime={item.at}>{momentText(item.at)}</time> 发来{KIND_NAMES[item.kind]}
                {item.kind === "badge" || item.text === "" ? "" : `：${item.text}`}
              </li>
            ))}
          </ul>
        </details>
      )}
    </li>
  );
}
