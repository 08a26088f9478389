import { useLayoutEffect, useRef, useState } from "react";
import { readChildApps } from "#contract";
import { Button } from "../../web/src/ui/button.tsx";
import { Skeleton } from "../../web/src/ui/skeleton.tsx";
import { Failure } from "../kit/failure.tsx";
import { iconAddress } from "../kit/icon-address.ts";
import { useModule } from "../kit/react-module.tsx";
import { useAnswer } from "../kit/use-answer.ts";
import css from "./child-tools.module.css";
import { EyeForm } from "./eye-form.tsx";
import { shownApps } from "./rules.ts";

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

/** Lists the apps on a child's home, without opening them: they would open as the parent (ID-10). */
function ChildApps({ id, name }: { id: string; name: string }) {
  const module = useModule();
  const { data, error, reload } = useAnswer(readChildApps, { child_id: id });
  if (data === undefined) {
    if (error !== undefined) return <Failure error={error} onRetry={reload} />;
    return <Skeleton height={160} />;
  }
  const shelves = shownApps(data);
  if (shelves.length === 0) {
    return <p>学校还没有为{name}开通应用。有疑问请联系班主任。</p>;
  }
  return (
    <>
      <p className={css["soft"]}>{name}在自己的首页能看到这些应用。</p>
      {shelves.map(({ category, apps }) => (
        <section key={category.id} aria-label={category.name}>
          <h3 className={css["category"]}>{category.name}</h3>
          <ul className={css["apps"]}>
            {apps.map((app) => (
              <li key={app.id} className={css["app"]}>
                <img src={iconAddress(module, app.icon)} alt="" />
                <span>{app.name}</span>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}
