import { lateModule } from "../kit/late-module.ts";

export const { mount, update, unmount } = lateModule(
  async () => (await import("./admin.tsx")).default,
);
