import { Suspense, useCallback, useEffect, useState } from "react";
import { Button } from "../../../web/src/ui/button.tsx";
import { classNames } from "../../../web/src/ui/class-names.ts";
import { EmptyState } from "../../../web/src/ui/empty-state.tsx";
import { Skeleton } from "../../../web/src/ui/skeleton.tsx";
import { useModule } from "../../kit/react-module.tsx";
import { forgetLists } from "../list/kept-lists.ts";
import { hrefOf, replaceBareBy } from "./address.ts";
import { Heading } from "./heading.tsx";
import { type OwnRights, useOwnRights } from "./own-rights.tsx";
import { PlaceStrip } from "./place-strip.tsx";
import { screensFor, type Screen } from "./screens.ts";
import { SidePanel } from "./side-panel.tsx";
import css from "./shell.module.css";
import { RightsRevoked } from "./revoked-rights.tsx";
import { useNarrow } from "./use-narrow.ts";

/**
 * The module's frame: menu at the left, current place above, and the screen of the address. `before`: the rights with which
 * the module was opened.
 */
export function Frame({ before }: { before: OwnRights }) {
  const { place } = useModule();
  const own = useOwnRights();
  const screens = screensFor(own);
  const narrow = useNarrow();
  const [menuOpen, setMenuOpen] = useState(false);
  const closeMenu = useCallback(() => setMenuOpen(false), [setMenuOpen]);
  const path = place.path[0] ?? "";
  const first = screens[0]?.path ?? "";
  useEffect(() => {
    if (path === "" && first !== "") replaceBareBy([first]);
  }, [path, first]);
  const current = screens.find((screen) => screen.path === path);

  return (
    <div className={css["frame"]}>
      {narrow ? null : (
        <div className={css["side"]}>
          <MenuLinks screens={screens} current={path} />
        </div>
      )}
      <div className={css["body"]}>
        <div className={css["strip"]}>
          {narrow ? (
            <Button aria-haspopup="dialog" onClick={() => setMenuOpen(true)}>
              菜单
            </Button>
          ) : null}
          <PlaceStrip />
        </div>
        {path === "" ? (
          <ScreenSkeleton />
        ) : current === undefined ? (
          <NoScreen gone={screensFor(before).find((screen) => screen.path === path)} />
        ) : (
          <Suspense fallback={<ScreenSkeleton />}>
            <LateScreen key={current.path} screen={current} />
          </Suspense>
        )}
      </div>
      {narrow && menuOpen ? (
        <SidePanel title="管理" from="start" onClose={closeMenu}>
          <MenuLinks screens={screens} current={path} onChosen={closeMenu} />
        </SidePanel>
      ) : null}
    </div>
  );
}

/** Shows a screen as soon as its chunk is there: what suspends, React shows 300 ms after its placeholder at the earliest. */
function LateScreen({ screen }: { screen: Screen }) {
  const [Page, setPage] = useState(() => screen.Page);
  useEffect(() => {
    if (Page !== undefined) return undefined;
    let left = false;
    screen.load().then(
      (loaded) => {
        if (!left) setPage(() => loaded);
      },
      (error: unknown) => {
        if (left) return;
        // the platform shows it, as what a screen throws
        setPage(() => {
          throw error;
        });
      },
    );
    return () => {
      left = true;
    };
  }, [Page, screen]);
  return Page === undefined ? <ScreenSkeleton /> : <Page />;
}

function MenuLinks({
  screens,
  current,
  onChosen,
}: {
  screens: readonly Screen[];
  current: string;
  onChosen?: () => void;
}) {
  return (
    <nav aria-label="管理">
      <ul>
        {screens.map(({ path, name, load }) => (
          <li key={path}>
            <a
              className={classNames(css["link"], path === current && css["current"])}
              href={hrefOf([path])}
              aria-current={path === current ? "page" : undefined}
              // a chunk that does not come is told when it is wanted
              onPointerEnter={() => void load().catch(() => {})}
              // the menu opens a list as it is now; only the way back finds it as it was left
              onClick={() => {
                forgetLists();
                onChosen?.();
              }}
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Placeholder of a screen. */
export function ScreenSkeleton() {
  return (
    <div role="status" aria-label="正在打开">
      <Skeleton width="8em" height={32} />
      <div className={css["card"]}>
        <Skeleton height={40} />
        <Skeleton height={320} />
      </div>
    </div>
  );
}

/** Shown for an address without a screen; `gone`: the one that was there until its right was taken back. */
function NoScreen({ gone }: { gone: Screen | undefined }) {
  return (
    <>
      <Heading title={gone?.name ?? "没有这个页面"} place="none" />
      {gone === undefined ? (
        <EmptyState title="这里没有内容">地址可能输错了，或者您没有这一项的权限。</EmptyState>
      ) : (
        <RightsRevoked />
      )}
    </>
  );
}
