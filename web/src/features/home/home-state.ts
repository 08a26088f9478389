import { useStore } from "zustand/react";
import { createStore } from "zustand/vanilla";
import { sameOrder } from "./quick-apps.ts";

/** Quick apps being edited: what Cancel restores, and what Save would keep (AP-04, ST-01). */
export interface Draft {
  backup: readonly string[];
  ids: readonly string[];
}

interface HomeState {
  currentCategory: string | null;
  /** The app opened last. */
  currentApp: string | null;
  /** By owner, so that work begun under one identity waits there while the person looks at another. */
  drafts: Readonly<Record<string, Draft>>;
}

export const homeState = createStore<HomeState>(() => ({
  currentCategory: null,
  currentApp: null,
  drafts: {},
}));

/** Whose quick apps: a person under an identity. */
export const ownerOf = (userId: string, identity: string) => `${userId}/${identity}`;

export function useHomeState<T>(select: (state: HomeState) => T): T {
  return useStore(homeState, select);
}

/** Begins to edit (isCustom), or goes on with what was begun. */
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

/** Whether anything this person began under any identity is unsaved. */
export function hasUnsaved(userId: string): boolean {
  const { drafts } = homeState.getState();
  return Object.entries(drafts).some(
    ([owner, draft]) => owner.startsWith(`${userId}/`) && isChanged(draft),
  );
}
