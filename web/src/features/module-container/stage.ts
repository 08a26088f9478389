import { samePlace } from "./place.ts";
import type { ModulePlace, PlatformModule } from "./platform-module.ts";

/** A module that has been loaded, with the part of the page that it was given. */
export interface Opened {
  module: PlatformModule;
  element: HTMLElement;
  /** Removes the module's part of the page. */
  remove(): void;
}

export interface StageParts {
  /** Loads the module; `signal` is aborted when it is no longer wanted. */
  open(signal: AbortSignal): Promise<Opened>;
  /** Makes the module's context for a place. */
  contextAt(
    place: ModulePlace,
    opened: Opened,
    signal: AbortSignal,
    fail: (error: unknown) => void,
  ): Parameters<PlatformModule["mount"]>[1];
  onReady(): void;
  /** Called when the module could not be loaded, or threw; it is unmounted next. */
  onFailure(error: unknown): void;
  /** Called when the module threw while it was being left; nothing on screen depends on it any more. */
  onLateFailure(error: unknown): void;
}

/**
 * Runs one module's life: load, mount, update when the place changes, unmount in any case. The steps follow one another,
 * so a module is never unmounted while it is being mounted. An error ends the module and nothing else.
 */
export function startModule(
  parts: StageParts,
  first: ModulePlace,
): { go(place: ModulePlace): void; stop(): Promise<void> } {
  const leaving = new AbortController();
  const { signal } = leaving;
  let opened: Opened | null = null;
  let mounted: ModulePlace | null = null;
  let wanted = first;
  let steps: Promise<void> = Promise.resolve();

  const fail = (error: unknown) => {
    if (signal.aborted) return;
    leaving.abort();
    parts.onFailure(error);
    steps = steps.then(takeDown);
  };
  const next = (step: () => Promise<void>) => {
    steps = steps.then(() => (signal.aborted ? undefined : step())).catch(fail);
  };
  const context = (here: Opened) => parts.contextAt(wanted, here, signal, fail);

  async function open() {
    const here = await parts.open(signal);
    opened = here;
  }
  async function mount() {
    if (opened === null) return;
    mounted = wanted;
    await opened.module.mount(opened.element, context(opened));
    if (!signal.aborted) parts.onReady();
  }
  async function follow() {
    if (opened === null || mounted === null || samePlace(mounted, wanted)) return;
    const { module } = opened;
    if (module.update === undefined) {
      await module.unmount();
      await mount();
      return;
    }
    mounted = wanted;
    await module.update(context(opened));
  }
  async function takeDown() {
    const here = opened;
    opened = null;
    if (here === null) return;
    try {
      if (mounted !== null) await here.module.unmount();
    } catch (error) {
      parts.onLateFailure(error);
    } finally {
      mounted = null;
      here.remove();
    }
  }

  next(open);
  next(mount);
  // The place may have changed while the module was on its way.
  next(follow);
  return {
    go(place) {
      wanted = place;
      next(follow);
    },
    stop() {
      leaving.abort();
      steps = steps.then(takeDown);
      return steps;
    },
  };
}
