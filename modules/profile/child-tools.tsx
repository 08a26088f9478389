import { useLayoutEffect, useRef, useState } from "react";
import { Button } from "../../web/src/ui/button.tsx";
import { useModule } from "../kit/react-module.tsx";
import { ChildApps } from "./child-apps.tsx";
import css from "./child-tools.module.css";
import { EyeForm } from "./eye-form.tsx";

type Tool = "eyes" | "apps";

/** Returns the tool that the last segment of a path names, if it names one. */
export function toolOf(segment: string | undefined): Tool | undefined {
  return segment === "eyes" || segment === "apps" ? segment : undefined;
}

/** A parent's tools for a child, each opened below the child's name (ID-10). */
export function ChildTools({
  id,
  name,
  first,
}: {
  id: string;
  name: string;
  /** The tool that is open at first. */
  first: Tool | undefined;
}) {
  const { href } = useModule();
  const [open, setOpen] = useState(first);
  const panel = useRef<HTMLDivElement>(null);
  const last = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    if (open === undefined) return;
    panel.current?.focus();
    // who came for it sees the child's name, and it below
    if (last.current === null) panel.current?.closest("li")?.scrollIntoView();
  }, [open]);

  function close() {
    setOpen(undefined);
    last.current?.focus();
  }
  const key = (which: Tool, text: string) => (
    <Button
      aria-expanded={open === which}
      aria-label={`${text}：${name}`}
      onClick={({ currentTarget }) => {
        last.current = currentTarget;
        setOpen(open === which ? undefined : which);
      }}
    >
      {text}
    </Button>
  );
  return (
    <div className={css["tools"]}>
      <div className={css["keys"]}>
        {key("eyes", "护眼提醒")}
        {key("apps", "孩子的应用")}
        <a className={css["link"]} href={href("data", id)} aria-label={`孩子的数据：${name}`}>
          孩子的数据
        </a>
      </div>
      {open === undefined ? null : (
        <div
          ref={panel}
          className={css["panel"]}
          role="group"
          tabIndex={-1}
          aria-label={`${open === "eyes" ? "护眼提醒" : "孩子的应用"}：${name}`}
        >
          {open === "eyes" ? (
            <EyeForm id={id} name={name} onClose={close} />
          ) : (
            <ChildApps id={id} name={name} />
          )}
        </div>
      )}
    </div>
  );
}
