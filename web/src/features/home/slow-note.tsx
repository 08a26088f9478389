import { useEffect, useState } from "react";
import css from "./slow-note.module.css";

/** The time in ms after which the note appears. */
const SLOW_AFTER_MS = 4000;

/** Says that loading takes longer than usual, once it does. */
export function SlowNote() {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    const clock = setTimeout(() => setSlow(true), SLOW_AFTER_MS);
    return () => clearTimeout(clock);
  }, []);
  return (
    <p className={css["note"]} role="status">
      {slow ? "网络有点慢，正在努力加载…" : <span className="visually-hidden">正在加载</span>}
    </p>
  );
}
