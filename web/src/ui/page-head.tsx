import type { ReactNode } from "react";
import { Icon } from "./icon.tsx";
import css from "./page-head.module.css";

const HOME = { href: "#/home/index", label: "返回首页" };

/** The head of a page: the way back, and the page's name as its heading. */
export function PageHead({
  title,
  back = HOME,
  children,
}: {
  title: string;
  back?: typeof HOME;
  /** The page's own tools, at the end of the line. */
  children?: ReactNode;
}) {
  return (
    <div className={css["head"]}>
      <a className={css["back"]} href={back.href}>
        <Icon name="arrow-left" size={18} />
        <span>{back.label}</span>
      </a>
      <h1 className={css["title"]}>{title}</h1>
      {children}
    </div>
  );
}
