import type { PlatformModule } from "../../web/src/features/module-container/platform-module.ts";

export const { mount, update, unmount } = lazyModule(
  async () => (await import("./admin.tsx")).default,
);

/**
 * Makes the entry of a module that has chunks: no chunk imports anything of the entry, so that an entry which is fetched
 * anew under another address is not there twice.
 */
function lazyModule(load: () => Promise<PlatformModule>): PlatformModule {
  let loaded: PlatformModule | null = null;
  return {
    async mount(element, context) {
      const module = await load();
      if (context.signal.aborted) return;
      loaded = module;
      await module.mount(element, context);
    },
    update: (context) => loaded?.update?.(context),
    async unmount() {
      await loaded?.unmount();
      loaded = null;
    },
  };
}
