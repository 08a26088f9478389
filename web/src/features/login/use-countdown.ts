import { useEffect, useState } from "react";

const SECOND_MS = 1000;

/** Counts seconds down to 0 from the moment `start(seconds)` is called. A tab that slept catches up. */
export function useCountdown(): { left: number; start: (seconds: number) => void } {
  const [end, setEnd] = useState(0);
  const [left, setLeft] = useState(0);
  useEffect(() => {
    if (end === 0) return undefined;
    const tick = () => {
      const seconds = Math.max(0, Math.ceil((end - Date.now()) / SECOND_MS));
      setLeft(seconds);
      if (seconds === 0) setEnd(0);
    };
    const clock = setInterval(tick, SECOND_MS);
    return () => clearInterval(clock);
  }, [end]);
  return {
    left,
    start(seconds) {
      setEnd(Date.now() + seconds * SECOND_MS);
      setLeft(seconds);
    },
  };
}
