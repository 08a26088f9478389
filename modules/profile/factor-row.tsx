import { useState, type ReactNode } from "react";
import { useModule } from "../kit/react-module.tsx";
import css from "./form.module.css";
import { whenText } from "./rules.ts";

/** One second factor, or its empty place, with its acts. */
export function FactorRow({
  name,
  times,
  none,
  children,
}: {
  name: string;
  times: { created_at: string; used_at: string | null } | null;
  none: string;
  children: ReactNode;
}) {
  const { now: time } = useModule();
  const [now] = useState(time);
  const used = times?.used_at ?? null;
  return (
    <div className={css["row"]}>
      <p className={css["pair"]}>
        {name}
        <span className={css["legend"]}>
          {times === null
            ? none
            : used === null
              ? `添加：${whenText(times.created_at, now)}`
              : `最近使用：${whenText(used, now)}`}
        </span>
      </p>
      {children}
    </div>
  );
}
