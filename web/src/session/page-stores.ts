import type { StoreApi } from "zustand/vanilla";
import type { App, InboxTask } from "#contract";

/** Quick apps being edited: what Cancel restores, and what Save would keep (AP-04, ST-01). */
export interface Draft {
  backup: readonly string[];
  ids: readonly string[];
}

export interface HomeState {
  currentCategory: string | null;
  /** The app opened last. */
  currentApp: string | null;
  /** Drafts by owner, so that one identity's draft is kept while the person uses another. */
  drafts: Readonly<Record<string, Draft>>;
}

export interface FullScreenState {
  isFullScreen: boolean;
}

/** The stores of pages that have been opened, for the page that shows the whole state (ST-01). */
export const pageStores: { home?: StoreApi<HomeState>; fullScreen?: StoreApi<FullScreenState> } =
  {};

/** The part of an app's entry that opening it takes. */
export type Openable = Pick<App, "id" | "name" | "launch" | "url">;

/** Opens an app at a to-do that it has sent, on any page with bars: home's script, which these bring along, puts it here. */
export const opener: { openTodo?: (task: InboxTask) => void } = {};

/** Returns the key of quick apps: a person under an identity. */
export const ownerOf = (userId: string, identity: string) => `${userId}/${identity}`;
