import { type ComponentType, type ReactNode, useState, useSyncExternalStore } from "react";
import { currentPath, onPathChange } from "../../platform/navigation.ts";
import { lazy, partFailure } from "../../ui/lazy.tsx";
import css from "./bars.module.css";
import { TopBar } from "./top-bar.tsx";

const FootWays = lazy(async () => ({ default: (await import("./bar-tools.tsx")).FootWays }));

/** Returns the path in the address bar; home's where the server renders. */
function usePath(): string {
  return useSyncExternalStore(onPathChange, currentPath, () => "/home/index");
}

/** Shows what stands in the place of a bar that has failed. */
const failed = (again: () => void) => partFailure("这一栏出了点问题", again);

/**
 * The bar above every page of a signed-in person, and on a phone the one at its foot (HO-04): they stay while pages change. An
 * error in one of them takes neither the page nor the other along (ER-06).
 */
export function Bars({
  Boundary,
  children,
}: {
  /** Shows something else in the place of what has failed. */
  Boundary: ComponentType<{ shown?: (again: () => void) => ReactNode; children: ReactNode }>;
  children: ReactNode;
}) {
  const path = usePath();
  const [searching, setSearching] = useState(false);
  return (
    <div className={css["frame"]}>
      <Boundary shown={failed}>
        <TopBar path={path} searching={searching} onSearching={setSearching} />
      </Boundary>
      {children}
      {/* its place is there from the beginning; on a wide screen there is none */}
      <nav className={css["foot"]} aria-label="主导航">
        <Boundary shown={failed}>
          <FootWays path={path} searching={searching} onSearch={() => setSearching(true)} />
        </Boundary>
      </nav>
    </div>
  );
}
