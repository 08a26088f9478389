import { DndContext, DragOverlay, type DragEndEvent } from "@dnd-kit/core";
import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { MAX_QUICK_APPS, saveQuickApps } from "#contract";
import { unsavedIf } from "../../../platform/unsaved.ts";
import { Button } from "../../../ui/button.tsx";
import { toast } from "../../../ui/toast.ts";
import { useAct } from "../../../ui/use-act.ts";
import { useUnloadQuestion } from "../../../ui/use-unload-question.ts";
import { AppIcon } from "../app-icon.tsx";
import { changeDraft, hasUnsaved, homeState, isChanged, useHomeState } from "../home-state.ts";
import { addQuickApp, moveQuickApp, removeQuickApp, savableQuickApps } from "../quick-apps.ts";
import { pickApps, type Shelf } from "../rules.ts";
import UnsavedDialog, { QUICK_APPS } from "../unsaved-dialog.tsx";
import { AllPane } from "./all-pane.tsx";
import { ALL_PANE, announcementsFor, appIdOf, INSTRUCTIONS, isFromAll } from "./announcements.ts";
import { useDragSensors, whatIsUnder } from "./drag.ts";
import { listAfterDrop } from "./dropped.ts";
import css from "./editor.module.css";
import { MinePane } from "./mine-pane.tsx";
import { send } from "../../../api/client.ts";
import { session } from "../../../session/session.ts";

const NO_IDS: readonly string[] = [];

// A draft waits while the person looks elsewhere, so this outlives the editor.
unsavedIf(
  "quick-apps",
  () => (hasUnsaved(session.getState().user?.id ?? "") ? [QUICK_APPS] : []),
  () => homeState.setState({ drafts: {} }),
);

/** Editor of the quick apps (AP-04): by mouse, touch and keyboard, and by buttons for those who cannot drag. */
export default function QuickAppsEditor({
  owner,
  shelves,
  onDone,
}: {
  owner: string;
  shelves: readonly Shelf[];
  onDone: () => void;
}) {
  const draft = useHomeState((state) => state.drafts[owner]);
  const ids = draft?.ids ?? NO_IDS;
  const unsaved = isChanged(draft);
  const visible = useMemo(() => shelves.flatMap((shelf) => shelf.apps), [shelves]);
  const byId = useMemo(() => new Map(visible.map((app) => [app.id, app])), [visible]);
  const mine = pickApps(ids, visible);
  const mineIds = useMemo(() => new Set(ids), [ids]);
  const [dragged, setDragged] = useState<string | null>(null);
  const [over, setOver] = useState<string | null>(null);
  // The client says why it was refused; the changes are still here.
  const { busy, act } = useAct(() => {}, { once: true });
  const [said, setSaid] = useState("");
  const [leaving, setLeaving] = useState(false);
  // Begun earlier, under this identity or at this place, and left for something else.
  const [resumed] = useState(unsaved);
  const title = useRef<HTMLHeadingElement>(null);
  const sensors = useDragSensors();
  useUnloadQuestion(unsaved);
  useWayHome(() => (unsaved ? setLeaving(true) : onDone()));
  useEffect(() => title.current?.focus({ preventScroll: true }), []);

  const nameOf = (appId: string) => byId.get(appId)?.name ?? "";
  const fromAll = dragged !== null && isFromAll(dragged);
  const draggedApp = dragged === null ? undefined : byId.get(appIdOf(dragged));

  function move(appId: string, to: number) {
    changeDraft(owner, moveQuickApp(ids, appId, to));
    setSaid(`“${nameOf(appId)}”移到第 ${to + 1} 位，共 ${ids.length} 位`);
  }

  function remove(appId: string) {
    const place = mine.findIndex((app) => app.id === appId);
    changeDraft(owner, removeQuickApp(ids, appId));
    setSaid(`已移除“${nameOf(appId)}”`);
    const next = mine[place + 1] ?? mine[place - 1];
    // The button is gone: on to the neighbour, or the title of an empty list.
    const target = document.querySelector<HTMLElement>(`[data-quick-app="${next?.id ?? ""}"]`);
    (target ?? title.current)?.focus({ preventScroll: target === null });
  }

  // Keeps its identity, so that a long list of tiles stands still.
  const toggle = useCallback(
    (appId: string) => {
      const now = homeState.getState().drafts[owner]?.ids ?? NO_IDS;
      const has = now.includes(appId);
      changeDraft(owner, has ? removeQuickApp(now, appId) : addQuickApp(now, appId));
      setSaid(`已${has ? "移除" : "添加"}“${byId.get(appId)?.name ?? ""}”`);
    },
    [owner, byId],
  );

  function drop({ active, over: under }: DragEndEvent) {
    setDragged(null);
    setOver(null);
    const target = under === null ? null : String(under.id);
    changeDraft(owner, listAfterDrop(ids, String(active.id), target));
  }

  async function save() {
    await keepQuickApps(savableQuickApps(ids, new Set(byId.keys())));
    toast.show("已保存", "success");
    onDone();
  }

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={whatIsUnder}
      accessibility={{
        announcements: announcementsFor(nameOf, ids),
        screenReaderInstructions: INSTRUCTIONS,
      }}
      onDragStart={({ active }) => setDragged(String(active.id))}
      onDragOver={({ over: under }) => setOver(under === null ? null : String(under.id))}
      onDragCancel={() => {
        setDragged(null);
        setOver(null);
      }}
      onDragEnd={drop}
    >
      <section aria-labelledby="editor-title">
        <div className={css["head"]}>
          <h1 ref={title} id="editor-title" className={css["title"]} tabIndex={-1}>
            编辑快捷应用
          </h1>
          <Button onClick={onDone}>取消</Button>
          <Button look="primary" busy={busy} onClick={() => void act(save)}>
            保存
          </Button>
        </div>
        <p className="visually-hidden" role="status">
          {said}
        </p>
        {resumed && unsaved ? (
          <p className={css["note"]}>上次的修改还没有保存，可以接着改。</p>
        ) : null}
        <div className={css["panes"]}>
          <MinePane
            apps={mine}
            landingOn={fromAll && over !== ALL_PANE ? over : null}
            onMove={move}
            onRemove={remove}
          />
          <AllPane
            shelves={shelves}
            mine={mineIds}
            full={ids.length >= MAX_QUICK_APPS}
            removing={dragged !== null && !fromAll && over === ALL_PANE}
            onToggle={toggle}
          />
        </div>
      </section>
      <DragOverlay>
        {draggedApp === undefined ? null : (
          <div className={css["carried"]} data-carried={draggedApp.id}>
            <AppIcon app={draggedApp} size={48} />
            <span className={css["name"]}>{draggedApp.name}</span>
          </div>
        )}
      </DragOverlay>
      {leaving ? (
        <UnsavedDialog
          way="返回首页"
          parts={[QUICK_APPS]}
          onStay={() => setLeaving(false)}
          onLeave={onDone}
        />
      ) : null}
    </DndContext>
  );
}

/** Saves the quick apps of the current identity (AP-04); a failure is shown by the client and thrown. */
async function keepQuickApps(appIds: string[]): Promise<void> {
  const { token, identity } = session.getState();
  const { app_ids } = await send(saveQuickApps, { app_ids: appIds }, { keepalive: true });
  const now = session.getState();
  // those of another identity, chosen meanwhile, are others
  if (now.user === null || now.token !== token || now.identity !== identity) return;
  session.setState({ user: { ...now.user, app_ids } });
}

const HOME_LINK = 'a[href="#/home/index"]';

/** Calls `leave` for a click on a link to home: the editor may be at that very address, where the link would do nothing. */
function useWayHome(leave: () => void): void {
  const answer = useEffectEvent((event: MouseEvent) => {
    const elsewhere = event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey;
    if (elsewhere || !(event.target instanceof Element)) return;
    if (event.target.closest(HOME_LINK) === null) return;
    event.preventDefault();
    leave();
  });
  useEffect(() => {
    const receive = (event: MouseEvent) => answer(event);
    document.addEventListener("click", receive);
    return () => document.removeEventListener("click", receive);
  }, []);
}
