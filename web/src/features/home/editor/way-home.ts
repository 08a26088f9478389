import { useEffect, useEffectEvent } from "react";

const HOME_LINK = 'a[href="#/home/index"]';

/** Calls `leave` for a click on a link to home: the editor may be at that very address, where the link would do nothing. */
export function useWayHome(leave: () => void): void {
  const answer = useEffectEvent((event: MouseEvent) => {
    const elsewhere = event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey;
    if (elsewhere || !(event.target instanceof Element)) return;
    if (event.target.closest(HOME_LINK) === null) return;
    event.preventDefault();
    leave();
  });
  useEffect(() => {
    const receive = (event: MouseEvent) => answer(event);
    document.addEventListener("click", receive);
    return () => document.removeEventListener("click", receive);
  }, []);
}
