import type { ReactNode } from "react";
import { classNames } from "../../../ui/class-names.ts";
import css from "./debug.module.css";

const PAGES = [
  { path: "/webrtc/index", name: "实时视频" },
  { path: "/font/index", name: "字体" },
  { path: "/pc/index", name: "客户端" },
] as const;

/** The frame of the three debug pages. */
export function DebugPage({
  title,
  path,
  children,
}: {
  title: string;
  path: (typeof PAGES)[number]["path"];
  children: ReactNode;
}) {
  return (
    <div className={css["page"]}>
      <header className={css["head"]}>
        <h1 className={css["title"]}>{title}</h1>
        <nav aria-label="调试页面" className={css["ways"]}>
          {PAGES.map((page) => (
            <a
              key={page.path}
              href={`#${page.path}`}
              className={css["way"]}
              aria-current={page.path === path ? "page" : undefined}
            >
              {page.name}
            </a>
          ))}
          <a href="#/home/index" className={css["way"]}>
            返回首页
          </a>
        </nav>
      </header>
      <main className={css["sections"]}>{children}</main>
    </div>
  );
}

/** One subject of the page; `wide` takes the whole line. */
export function Section({
  title,
  note,
  wide = false,
  children,
}: {
  title: string;
  /** An explanation of what is shown and how to read it. */
  note?: string;
  wide?: boolean;
  children: ReactNode;
}) {
  return (
    <section className={classNames(css["section"], wide && css["wide"])} aria-label={title}>
      <h2 className={css["heading"]}>{title}</h2>
      {note === undefined ? null : <p className={css["hint"]}>{note}</p>}
      {children}
    </section>
  );
}

export function Actions({ children }: { children: ReactNode }) {
  return <div className={css["actions"]}>{children}</div>;
}

/** Says what went wrong and what to do; read out when it appears. */
export function Trouble({ what, todo }: { what: string; todo: string }) {
  return (
    <p className={css["trouble"]} role="alert">
      <strong>{what}</strong> {todo}
    </p>
  );
}

/** A table that a narrow screen can scroll by itself. */
export function Table({
  caption,
  head,
  rows,
}: {
  caption: string;
  head: readonly string[];
  rows: readonly { key: string | number; cells: readonly ReactNode[] }[];
}) {
  if (rows.length === 0) return <p className={css["hint"]}>还没有内容。</p>;
  return (
    <div className={css["scroll"]} role="region" aria-label={caption} tabIndex={0}>
      <table className={css["table"]}>
        <thead>
          <tr>
            {head.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells }) => (
            <tr key={key}>
              {cells.map((cell, column) => (
                <td key={head[column]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
