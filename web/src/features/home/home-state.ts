import { useStore } from "zustand/react";
import { createStore } from "zustand/vanilla";
import { pageStores, type Draft, type HomeState } from "../../session/page-stores.ts";

export const homeState = createStore<HomeState>(() => ({
  currentCategory: null,
  currentApp: null,
  drafts: {},
}));
pageStores.home = homeState;

export function useHomeState<T>(select: (state: HomeState) => T): T {
  return useStore(homeState, select);
}

/** Begins to edit (isCustom), or continues with a kept draft. */
export function startEditing(owner: string, ids: readonly string[]): void {
  const { drafts } = homeState.getState();
  if (drafts[owner] !== undefined) return;
  homeState.setState({ drafts: { ...drafts, [owner]: { backup: ids, ids } } });
}

export function changeDraft(owner: string, ids: readonly string[]): void {
  const { drafts } = homeState.getState();
  const draft = drafts[owner];
  if (draft === undefined) return;
  homeState.setState({ drafts: { ...drafts, [owner]: { ...draft, ids } } });
}

/** Ends editing; whatever was not saved is dropped, so the backup stands. */
export function stopEditing(owner: string): void {
  const { [owner]: _ended, ...drafts } = homeState.getState().drafts;
  homeState.setState({ drafts });
}

/** Ends editing where nothing was changed; work begun waits for the person to come back. */
export function dropUnchanged(owner: string): void {
  const draft = homeState.getState().drafts[owner];
  if (draft !== undefined && !isChanged(draft)) stopEditing(owner);
}

export function isChanged(draft: Draft | undefined): boolean {
  return draft !== undefined && !sameOrder(draft.ids, draft.backup);
}

/** Returns whether the person has unsaved changes under any identity. */
export function hasUnsaved(userId: string): boolean {
  const { drafts } = homeState.getState();
  return Object.entries(drafts).some(
    ([owner, draft]) => owner.startsWith(`${userId}/`) && isChanged(draft),
  );
}

function sameOrder(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((id, index) => id === b[index]);
}
