import { useStore } from "zustand/react";
import { memo, useCallback, useEffect, useMemo, useState } from "react";
import type { AppsAnswer, Identity, User } from "#contract";
import { pressAgain } from "../../platform/boot.ts";
import { hasSprite, loadSprite } from "../../platform/icon-sprite.ts";
import { ownerOf } from "../../session/page-stores.ts";
import { checkSchool } from "../../session/school-check.ts";
import { useSession } from "../../session/session.ts";
import { Button } from "../../ui/button.tsx";
import { classNames } from "../../ui/class-names.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { lazy } from "../../ui/lazy.tsx";
import { Children } from "./children.tsx";
import { Dock, EDIT_BUTTON_ID, RecentApps } from "./dock.tsx";
import { Greeting } from "./greeting.tsx";
import { HomeSkeleton, ShelvesSkeleton } from "./home-skeleton.tsx";
import { dropUnchanged, startEditing, stopEditing, useHomeState } from "./home-state.ts";
import { NOTICES_ID } from "../../session/drawn-home.ts";
import css from "./page.module.css";
import { chosenChild, shownChild } from "../../session/own-child.ts";
import { useApps } from "./queries.ts";
import { savableQuickApps } from "./quick-apps.ts";
import { DOCK_SIZE, isYoungPupil, pickApps, shelvesOf, visibleApps } from "./rules.ts";
import { Shelves } from "./shelves.tsx";
import { SlowNote } from "./slow-note.tsx";
import { TodayPlace, useToday } from "./today/place.tsx";

const loadEditor = () => import("./editor/quick-apps-editor.tsx");
const QuickAppsEditor = lazy(loadEditor, <ShelvesSkeleton />);

/** The time in ms after which less urgent parts are loaded. */
const IDLE_AFTER_MS = 2000;
/** The longest wait in ms for the sprite; after it tiles fetch each picture by itself. */
const PICTURES_WAIT_MS = 1500;

const UNTOUCHED = { __html: "" };
const NOTHING: AppsAnswer = { apps: [], theme: "color", category: [], recent_app_ids: [] };

export { takeOverDrawnHome as takeOver } from "../../session/drawn-home.ts";

/** Home (AP-01): the person, their quick apps, the recently used ones and every app by category. */
export default function HomePage() {
  return <HomeScreen />;
}

/** Home; with `onCustomized` it opens in edit mode and calls it when editing has ended. */
export function HomeScreen({ onCustomized }: { onCustomized?: () => void }) {
  const identity = useSession((state) => state.identity);
  const user = useSession((state) => state.user);
  return identity === null || user === null ? (
    <div className={css["page"]}>
      <HomeSkeleton />
      <SlowNote />
    </div>
  ) : (
    <Home user={user} identity={identity} onCustomized={onCustomized} />
  );
}

/** Fetches the pictures of the product's apps, where they did not come with the document. False until tiles can have them. */
function usePictures(): boolean {
  const mono = useSession((state) => state.theme) === "monochrome";
  const [ready, setReady] = useState(hasSprite);
  useEffect(() => {
    const go = () => setReady(true);
    const fetchAll = () => loadSprite(mono).then(go, go);
    // later on for another identity, and for when there is no network
    const clock = setTimeout(ready ? fetchAll : go, ready ? IDLE_AFTER_MS : PICTURES_WAIT_MS);
    if (!ready) void fetchAll();
    return () => clearTimeout(clock);
  }, [mono, ready]);
  return ready;
}

/** The container of the server-rendered notices. React leaves its content alone: the notices' own script takes it over. */
const NoticesPlace = memo(function NoticesPlace() {
  return <div id={NOTICES_ID} suppressHydrationWarning dangerouslySetInnerHTML={UNTOUCHED} />;
});

function Home({
  user,
  identity,
  onCustomized,
}: {
  user: User;
  identity: Identity;
  onCustomized: (() => void) | undefined;
}) {
  const { data, error, reload } = useApps(identity);
  const { apps, category, recent_app_ids } = data ?? NOTHING;
  const roles = user.roles;
  const visible = useMemo(() => visibleApps(apps, roles ?? []), [apps, roles]);
  const shelves = useMemo(() => shelvesOf(category, visible), [category, visible]);
  const owner = ownerOf(user.id ?? "", identity);
  const isCustom = useHomeState((state) => state.drafts[owner] !== undefined);
  const young = isYoungPupil(user);
  // Nothing to choose from: the page says so instead.
  const editing = isCustom && visible.length > 0;
  const customizes = onCustomized !== undefined;
  const chosen = useStore(chosenChild, (state) => state.id);
  const child = shownChild(user, identity, chosen);
  const pictures = usePictures();
  const [shows, setShows] = useState(false);
  const loaded = data !== undefined;
  const isReady = loaded && pictures;
  const today = useToday(user, child?.id, isReady);

  const edit = useCallback(() => {
    const visibleIds = new Set(visible.map(({ id }) => id));
    startEditing(owner, savableQuickApps(user.app_ids ?? [], visibleIds));
  }, [owner, user.app_ids, visible]);
  useEffect(() => {
    if (customizes && loaded) edit();
  }, [customizes, loaded, edit]);
  useEffect(() => () => dropUnchanged(owner), [owner]);
  useEffect(() => pressAgain(), []);

  function content() {
    if (data === undefined && error !== undefined) {
      return (
        <EmptyState
          role="alert"
          icon="warning"
          title="应用没有加载出来"
          action={
            <Button icon="refresh" look="primary" onClick={() => void retry()}>
              重试
            </Button>
          }
        >
          请检查网络，然后再试一次。
        </EmptyState>
      );
    }
    if (!isReady || today.place === undefined) {
      return (
        <>
          <ShelvesSkeleton quick={Math.min(user.app_ids?.length ?? 0, DOCK_SIZE)} large={young} />
          <SlowNote />
        </>
      );
    }
    if (visible.length === 0) {
      return (
        <EmptyState title="这里还没有应用" help="apps">
          学校为当前身份开通应用后，会出现在这里。有疑问请联系学校管理员。
        </EmptyState>
      );
    }
    const waits = young && !shows && today.place === "top";
    return (
      <>
        {editing ? (
          <QuickAppsEditor owner={owner} shelves={shelves} onDone={endEditing} />
        ) : (
          <>
            <Dock
              apps={pickApps(user.app_ids ?? [], visible).slice(0, DOCK_SIZE)}
              large={young}
              onEdit={edit}
              onEditNear={() => void loadEditor().catch(() => {})}
            />
            <RecentApps apps={pickApps(recent_app_ids, visible)} />
            {waits ? (
              <p className={css["all"]}>
                <Button onClick={() => setShows(true)}>全部应用</Button>
              </p>
            ) : null}
          </>
        )}
        {waits ? null : <Shelves shelves={shelves} large={young} away={editing} />}
      </>
    );
  }

  function cards(place: "top" | "foot") {
    // not above what stands for the apps meanwhile, which they would move
    if (editing || today.place !== place || !(isReady || error)) return null;
    return (
      <TodayPlace
        queryKey={today.queryKey}
        large={young}
        className={css[place === "top" ? "today" : "foot"]}
      />
    );
  }

  function endEditing() {
    stopEditing(owner);
    if (onCustomized !== undefined) onCustomized();
    // The editor is gone, and the focus with it: back to where it was opened.
    else setTimeout(() => document.getElementById(EDIT_BUTTON_ID)?.focus());
  }

  async function retry() {
    await Promise.all([reload(), checkSchool().catch(() => false)]);
  }

  return (
    <div className={classNames(css["page"], young && css["young"], editing && css["editing"])}>
      <main className={css["main"]}>
        <NoticesPlace />
        {editing ? null : <Greeting user={user} identity={identity} />}
        {editing || child === undefined ? null : <Children user={user} current={child} />}
        {cards("top")}
        {content()}
        {cards("foot")}
      </main>
    </div>
  );
}
