import { useEffect, useState } from "react";
import { startLevelMeter } from "./level-meter.ts";
import css from "./page.module.css";

/** Shows the microphone's current level, and whether any sound was received at all. */
export function LevelMeter({ stream }: { stream: MediaStream }) {
  const [level, setLevel] = useState(0);
  const [loudest, setLoudest] = useState(0);
  useEffect(() => {
    setLoudest(0);
    return startLevelMeter(stream, (now) => {
      setLevel(now);
      setLoudest((before) => Math.max(before, now));
    });
  }, [stream]);
  const percent = Math.round(level * 100);
  return (
    <div className={css["level"]}>
      <div
        className={css["meter"]}
        role="meter"
        aria-label="麦克风音量"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
      >
        <span className={css["bar"]} style={{ transform: `scaleX(${level})` }} />
      </div>
      <p>
        {loudest > 0.05
          ? "麦克风有声音。"
          : "还没有听到声音：请对着麦克风说话，并检查系统里有没有静音。"}
      </p>
    </div>
  );
}
