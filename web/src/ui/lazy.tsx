import { useEffect, useState, type ComponentType, type ReactNode } from "react";
import { Button } from "./button.tsx";
import css from "./lazy.module.css";
import { toast } from "./toast.ts";

/**
 * Makes a component whose script comes when it is first shown. Where the script does not come, this piece alone says so,
 * and can be tried again; the page around it goes on (ER-06).
 */
export function lazy<P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
  waiting: ReactNode = null,
  /** True when a press shows it: where it is slow, that is said. */
  pressed = false,
): ComponentType<P> {
  let Loaded: ComponentType<P> | undefined;
  return function Lazy(properties: P) {
    const [failed, setFailed] = useState(false);
    const [, drawAgain] = useState<object>();
    useEffect(() => {
      if (Loaded !== undefined || failed) return;
      (pressed ? toast.during(load()) : load()).then(
        (module) => {
          Loaded = module.default;
          drawAgain({});
        },
        () => setFailed(true),
      );
    }, [failed]);
    if (Loaded !== undefined) return <Loaded {...properties} />;
    if (!failed) return waiting;
    return partFailure("没有加载成功", () => setFailed(false));
  };
}

/** Says, in the place of a piece of a page, what happened to it, with a way to try again. */
export function partFailure(text: string, again: () => void): ReactNode {
  return (
    <span className={css["failure"]} role="alert">
      {text}
      <Button look="quiet" onClick={again}>
        重试
      </Button>
    </span>
  );
}
