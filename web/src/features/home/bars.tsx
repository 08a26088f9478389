import { type ReactNode, useCallback, useState, useSyncExternalStore } from "react";
import { currentPath, onPathChange } from "../../platform/navigation.ts";
import { late } from "../../ui/late.tsx";
import css from "./bars.module.css";
import { TopBar } from "./top-bar.tsx";

const FootWays = late(async () => ({ default: (await import("./bar-tools.tsx")).FootWays }));

/** Returns the path in the address bar; home's where the server renders. */
function usePath(): string {
  return useSyncExternalStore(onPathChange, currentPath, () => "/home/index");
}

/** The bar above every page of a signed-in person, and on a phone the one at its foot (HO-04): they stay while pages change. */
export function Bars({ children }: { children: ReactNode }) {
  const path = usePath();
  const [searching, setSearching] = useState(false);
  const endSearch = useCallback(() => setSearching(false), []);
  return (
    <div className={css["frame"]}>
      <TopBar path={path} searching={searching} onSearched={endSearch} />
      {children}
      {/* its place is there from the beginning; on a wide screen there is none */}
      <nav className={css["foot"]} aria-label="主导航">
        <FootWays path={path} searching={searching} onSearch={() => setSearching(true)} />
      </nav>
    </div>
  );
}
