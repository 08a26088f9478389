import { useEffect, type ReactNode } from "react";
import type { Identity, School, User } from "#contract";
import { useStore } from "zustand/react";
import { site } from "../../session/site.ts";
import { late } from "../../ui/late.tsx";
import { AvatarMenu, ChildMenu, IdentityMenu, prepareMenus, SchoolName } from "./account-menus.tsx";
import type { Child } from "./own-child.ts";
import { prepareLaunch } from "./open-app.ts";
import { topBarIdentities } from "./rules.ts";
import css from "./top-bar.module.css";

/** The time in ms after which less urgent parts are loaded. */
const IDLE_AFTER_MS = 2000;

const BarTools = late(() => import("./bar-tools.tsx"));

/** Shows the school, the search and the person's menus: at the same place under every identity. */
export function TopBar({
  user,
  identity,
  schools,
  child,
  search,
}: {
  user: User;
  identity: Identity;
  /** Every membership of the person. */
  schools: readonly School[];
  /** A parent's current child, which stands in the place of the school. */
  child: Child | undefined;
  search: ReactNode;
}) {
  // An identity without an enabled school leads nowhere; before the list is known, all count.
  const held = [...new Set((user.identities ?? []).map(({ type }) => type))];
  const usable = held.filter(
    (one) =>
      schools.length === 0 ||
      one === identity ||
      schools.some((school) => school.is_abled && school.identity === one),
  );
  useEffect(() => {
    // The way out must open even if the line breaks later.
    const clock = setTimeout(() => {
      prepareMenus();
      prepareLaunch();
    }, IDLE_AFTER_MS);
    return () => clearTimeout(clock);
  }, []);
  const { name, logo } = useStore(site);
  const inTopBar = topBarIdentities(usable);
  const mine = schools.filter((school) => school.is_abled && school.identity === identity);
  return (
    <header className={css["bar"]}>
      <div className={css["inner"]}>
        <a className={css["brand"]} href="#/home/index" aria-label={`${name}首页`}>
          <img
            src={logo ?? `${import.meta.env.BASE_URL}brand/logo.svg`}
            width={32}
            height={32}
            alt=""
          />
          <span>{name}</span>
        </a>
        <div className={css["place"]}>
          {child !== undefined ? (
            <ChildMenu of={user} current={child} />
          ) : user.school ? (
            <SchoolName school={user.school} schools={mine} />
          ) : null}
        </div>
        <div className={css["search"]}>{search}</div>
        <div className={css["tools"]}>
          <div className={css["late"]}>
            <BarTools />
          </div>
          {inTopBar.length > 0 ? (
            <div className={css["identity"]}>
              <IdentityMenu identities={inTopBar} current={identity} />
            </div>
          ) : null}
          <AvatarMenu user={user} identities={usable} current={identity} />
        </div>
      </div>
    </header>
  );
}
