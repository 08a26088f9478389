import type { Identity } from "#contract";
import { currentPath } from "../platform/navigation.ts";
import { whenIdle } from "../platform/when-idle.ts";
import { session } from "../session/session.ts";
import { HOME_PATH } from "./routes.ts";

/** The time in ms after the start at which the first page has what it needs. */
const AFTER_MS = 2500;
/** The module that people of an identity open most days, and that is too large to wait for. */
const OF_IDENTITY: Partial<Record<Identity, string>> = {
  manager: "admin",
  admin: "admin",
  inner_admin: "admin",
};

/** Fetches a large module for those who look after a school while they look at home, once an identity is known. */
export function startPrefetching(): void {
  let wanted: string | undefined;
  const look = () => {
    const { identity } = session.getState();
    const name = identity === null ? undefined : OF_IDENTITY[identity];
    if (name === undefined || name === wanted || savesData()) return;
    wanted = name;
    setTimeout(() => {
      whenIdle(() => {
        // whoever is elsewhere by now has other files on the way
        if (currentPath() === HOME_PATH) fetchAhead(name).catch(() => {});
      }, AFTER_MS);
    }, AFTER_MS);
  };
  session.subscribe(look);
  look();
}

/** Fetches the container with the module: its manifest brings the files of the first screen. */
async function fetchAhead(name: string): Promise<void> {
  const [{ readManifest }] = await Promise.all([
    import("../features/module-container/module-files.ts"),
    import("../features/module-container/page.tsx"),
    import("./further-routes.ts"),
  ]);
  await readManifest(name);
}

function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}
