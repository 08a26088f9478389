import { numberText } from "../shell/words.ts";
import css from "./rosters.module.css";
import type { Bundle } from "./use-roster.ts";

/** Lists the faults of a OneRoster package, each with file, line and column: they are put right where it was exported (RO-01). */
export function BundleFaults({ bundle: { faults, fault_count } }: { bundle: Bundle }) {
  const rest = fault_count - faults.length;
  return (
    <section aria-label="核对问题" className={css["card"]}>
      <h3 className={css["title"]}>有 {numberText(fault_count)} 处要改正</h3>
      <p className={css["soft"]}>
        什么都没有改。请在导出这个数据包的系统里改好，重新导出后再选一次。
      </p>
      <ul className={css["bundleFaults"]}>
        {faults.map(({ file, line, column, message }) => {
          const place = [file, line === null ? "" : `第 ${line} 行`, column ?? ""];
          return (
            <li key={[...place, message].join()}>
              <strong>{place.filter(Boolean).join(" ")}</strong>
              <span className={css["message"]}>{message}</span>
            </li>
          );
        })}
      </ul>
      {rest > 0 ? <p className={css["soft"]}>另有 {numberText(rest)} 处没有列出。</p> : null}
    </section>
  );
}
