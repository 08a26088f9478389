import { useStore } from "zustand/react";
import { createStore } from "zustand/vanilla";
import { tabStore } from "../../platform/storage.ts";
import { pageStores, type FullScreenState } from "../../session/page-stores.ts";

/** AP-10 */
const SESSION_WRITE_DELAY_MS = 500;
const FULL_SCREEN_KEY = "is_full_screen";

/** Safari's own names, up to 16.3. */
interface OldDocument {
  webkitFullscreenElement?: Element | null;
  webkitFullscreenEnabled?: boolean;
  webkitExitFullscreen?: () => Promise<void>;
}
interface OldElement {
  webkitRequestFullscreen?: () => Promise<void>;
}

const fullScreen = createStore<FullScreenState>(() => ({ isFullScreen: false }));

export function useFullScreen(): boolean {
  return useStore(fullScreen, (state) => state.isFullScreen);
}

/** Changes full screen (AP-10), as far as the browser allows; the only place that does. */
export function setFullScreen(wanted: boolean): void {
  if (fullScreen.getState().isFullScreen === wanted) return;
  fullScreen.setState({ isFullScreen: wanted });
  if (wanted !== fillsScreen()) void followState();
}

export function canFillScreen(): boolean {
  const page = document as Document & OldDocument;
  return page.fullscreenEnabled || page.webkitFullscreenEnabled === true;
}

/**
 * Restores the last value, stores each change half a second later, and follows the browser (Escape, F11). Browsers enter
 * full screen only on a person's action, so a restored value takes effect at the next click or key.
 */
export function startFullScreen(): () => void {
  let clock: ReturnType<typeof setTimeout> | undefined;
  pageStores.fullScreen = fullScreen;
  const stopWriting = fullScreen.subscribe(({ isFullScreen }) => {
    clearTimeout(clock);
    clock = setTimeout(
      () => tabStore.write(FULL_SCREEN_KEY, String(isFullScreen)),
      SESSION_WRITE_DELAY_MS,
    );
  });
  const onChange = () => setFullScreen(fillsScreen());
  const onAction = (event: Event) => {
    if (event.target instanceof Element && event.target.closest("[data-full-screen]")) return;
    if (event instanceof KeyboardEvent && event.key === "Escape") return;
    if (fullScreen.getState().isFullScreen && !fillsScreen()) void followState();
    stopWaiting();
  };
  const stopWaiting = () => {
    document.removeEventListener("pointerup", onAction);
    document.removeEventListener("keydown", onAction);
  };
  document.addEventListener("fullscreenchange", onChange);
  document.addEventListener("webkitfullscreenchange", onChange);
  if (fillsScreen()) fullScreen.setState({ isFullScreen: true });
  else if (canFillScreen() && tabStore.read(FULL_SCREEN_KEY) === "true") {
    fullScreen.setState({ isFullScreen: true });
    document.addEventListener("pointerup", onAction);
    document.addEventListener("keydown", onAction);
  }
  return () => {
    clearTimeout(clock);
    stopWriting();
    stopWaiting();
    document.removeEventListener("fullscreenchange", onChange);
    document.removeEventListener("webkitfullscreenchange", onChange);
  };
}

function fillsScreen(): boolean {
  const page = document as Document & OldDocument;
  return (page.fullscreenElement ?? page.webkitFullscreenElement ?? null) !== null;
}

async function followState(): Promise<void> {
  const page = document as Document & OldDocument;
  const root = document.documentElement as HTMLElement & OldElement;
  try {
    if (fullScreen.getState().isFullScreen)
      await (root.requestFullscreen?.() ?? root.webkitRequestFullscreen?.());
    else await (page.exitFullscreen?.() ?? page.webkitExitFullscreen?.());
  } catch {
    // The browser refused: show what is.
    fullScreen.setState({ isFullScreen: fillsScreen() });
  }
}
