import { classNames } from "../../../ui/class-names.ts";
import type { Fact } from "./facts.ts";
import css from "./debug.module.css";

const SPOKEN = { good: "正常：", bad: "异常：", note: "注意：" } as const;

/** A dense list of names and values; a state has a mark and words, not only a colour. */
export function FactList({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={css["facts"]}>
      {facts.map(({ name, value, state }) => (
        <div key={name} className={css["fact"]}>
          <dt>{name}</dt>
          <dd className={classNames(state !== undefined && css[state])}>
            {state === undefined ? null : <span className="visually-hidden">{SPOKEN[state]}</span>}
            {value}
          </dd>
        </div>
      ))}
    </dl>
  );
}
