import { useEffect } from "react";
import { useStore } from "zustand/react";
import { useSession } from "../../session/session.ts";
import { site } from "../../session/site.ts";
import { classNames } from "../../ui/class-names.ts";
import { lazy } from "../../ui/lazy.tsx";
import { AvatarMenu, ChildMenu, IdentityMenu, prepareMenus, SchoolName } from "./account-menus.tsx";
import { BarSkeleton } from "./home-skeleton.tsx";
import { prepareLaunch } from "./open-app.ts";
import { chosenChild, restoreChild, shownChild } from "../../session/own-child.ts";
import { topBarIdentities, usableIdentities } from "./rules.ts";
import { SearchBox } from "./search-box.tsx";
import css from "./top-bar.module.css";

/** The time in ms after which less urgent parts are loaded. */
const IDLE_AFTER_MS = 2000;

const BarTools = lazy(() => import("./bar-tools.tsx"));

/** Shows the school or a parent's child, the search and the person's menus: at the same place on every page (HO-04). */
export function TopBar({
  path,
  searching,
  onSearching,
}: {
  path: string;
  /** On a phone the search is a sheet, which the foot's bar opens. */
  searching: boolean;
  onSearching: (searching: boolean) => void;
}) {
  const { user, identity, schools } = useSession((state) => state);
  const chosen = useStore(chosenChild, (state) => state.id);
  const { name, logo } = useStore(site);
  useEffect(() => {
    // The way out must open even if the line breaks later.
    const clock = setTimeout(() => {
      prepareMenus();
      prepareLaunch();
    }, IDLE_AFTER_MS);
    return () => clearTimeout(clock);
  }, []);
  // after the first rendering, which is the server's too
  useEffect(() => {
    if (user !== null) restoreChild(user);
  }, [user]);
  if (user === null || identity === null) return <BarSkeleton />;
  const usable = usableIdentities(user, identity, schools);
  const inTopBar = topBarIdentities(usable);
  const child = shownChild(user, identity, chosen);
  // of one answer with the current one, so that both have one name
  const mine = (user.schools ?? []).filter((school) => school.is_abled);
  // the results have a field of their own
  const hasOwn = path.startsWith("/search-result");
  return (
    <header className={classNames(css["bar"], searching && "under")}>
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
        <div className={classNames(css["search"], searching ? "sheet" : hasOwn && css["hasOwn"])}>
          <SearchBox isSheet={searching} onSheet={onSearching} />
        </div>
        <div className={css["tools"]}>
          <div className={css["late"]}>
            <BarTools />
          </div>
          {inTopBar.length > 0 ? (
            <div className={css["identity"]}>
              <IdentityMenu identities={inTopBar} current={identity} />
            </div>
          ) : null}
          <div className={css["wide"]}>
            <AvatarMenu user={user} identities={usable} current={identity} />
          </div>
        </div>
      </div>
    </header>
  );
}
