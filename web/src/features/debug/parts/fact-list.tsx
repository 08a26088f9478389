import { classNames } from "../../../ui/class-names.ts";
import type { Fact } from "./facts.ts";
import css from "./debug.module.css";

const SPOKEN = { good: "正常：", bad: "异常：", note: "注意：" } as const;

/** Names and values, dense; a state is told by a mark and in words, not by colour alone. */
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
