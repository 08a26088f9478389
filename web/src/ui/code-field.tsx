import { useEffect, useRef, useState, type ComponentProps } from "react";
import { Button } from "./button.tsx";
import css from "./code-field.module.css";
import { stopwatch } from "./stopwatch.ts";
import { TextField } from "./text-field.tsx";
import { useAct } from "./use-act.ts";

const SECOND_MS = 1000;
/** Returns the button's text while no other code can be asked for. */
const waitText = (seconds: number) =>
  seconds < 100 ? `${seconds} 秒后重发` : `${Math.ceil(seconds / 60)} 分钟后重发`;

/**
 * A field for a code that is sent on request. `onAsk` asks for it and resolves to the seconds until another can be asked
 * for; 0 when none was sent.
 */
export function CodeField({
  onAsk,
  wait = 0,
  ...rest
}: Omit<ComponentProps<typeof TextField>, "type"> & {
  onAsk: () => Promise<number>;
  /** The seconds until another code can be asked for, where one was sent just before. */
  wait?: number;
}) {
  const { busy, act } = useAct(() => {});
  const [sent, setSent] = useState(wait > 0);
  const [elapsed, setElapsed] = useState(stopwatch);
  const [left, setLeft] = useState(wait);
  const [wanted, setWanted] = useState(wait);
  const line = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (left === 0) return undefined;
    const tick = () => setLeft(Math.max(0, Math.ceil(wanted - elapsed() / SECOND_MS)));
    const clock = setInterval(tick, SECOND_MS);
    return () => clearInterval(clock);
  }, [left, wanted, elapsed]);

  async function ask() {
    const seconds = await onAsk();
    if (seconds === 0) return;
    setSent(true);
    setElapsed(() => stopwatch());
    setWanted(seconds);
    setLeft(seconds);
    // the key, which cannot be pressed now, would drop it
    line.current?.querySelector("input")?.focus();
  }

  return (
    <div ref={line} className={css["line"]}>
      <TextField
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        {...rest}
        className={css["field"]}
      />
      <Button className={css["ask"]} busy={busy} disabled={left > 0} onClick={() => void act(ask)}>
        {left > 0 ? waitText(left) : sent ? "重新获取" : "获取验证码"}
      </Button>
    </div>
  );
}
