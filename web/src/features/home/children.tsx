import { useState } from "react";
import type { User } from "#contract";
import { Avatar } from "../../ui/avatar.tsx";
import { classNames } from "../../ui/class-names.ts";
import css from "./children.module.css";
import type { Child } from "../../session/own-child.ts";

/** Goes to a child; its script comes with the menus, which home fetches ahead. */
async function choose(child: Child): Promise<void> {
  const { chooseChild } = await import("./account-panel.tsx");
  await chooseChild(child);
}

/** A parent's children, the current one first in mind: all below is of that child, and so are the ways beside it (HO-01). */
export function Children({ user, current }: { user: User; current: Child }) {
  const { children = [] } = user;
  const schools = new Set(children.map(({ school }) => school?.id));
  // on a slow line going to a child takes a while, and the ways beside it must not lead to another meanwhile
  const [pressed, setPressed] = useState<string>();
  const shown = pressed ?? current.id;
  const way = (part: string) => `#/module/profile/${part.replace(":id", shown)}`;
  async function press(child: Child): Promise<void> {
    setPressed(child.id);
    await choose(child).catch(() => {});
    setPressed((now) => (now === child.id ? undefined : now));
  }
  return (
    <section className={css["children"]} aria-label="我的孩子">
      <ul className={css["chips"]}>
        {children.map((child) => (
          <li key={child.id}>
            <button
              type="button"
              className={classNames(css["chip"], child.id === shown && css["current"])}
              aria-pressed={child.id === shown}
              onClick={() => void press(child)}
            >
              <Avatar name={child.name} src={child.avatar} />
              <span className={css["words"]}>
                <strong>{child.name}</strong>
                <span className={css["where"]}>
                  {schools.size > 1 ? `${child.school?.name ?? ""} ` : ""}
                  {child.classes[0]?.name}
                </span>
              </span>
            </button>
          </li>
        ))}
      </ul>
      <p className={css["ways"]}>
        <a href={way("family/:id/apps")}>孩子的应用</a>
        <a href={way("family/:id/eyes")}>护眼提醒</a>
        <a href={way("data/:id")}>孩子的数据</a>
      </p>
    </section>
  );
}
