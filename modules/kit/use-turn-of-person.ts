import { useEffect, useState } from "react";
import { useModule } from "./react-module.tsx";

/** Counts how often another person, identity or school came to act here: the key of what is read anew then. */
export function useTurnOfPerson(): number {
  const { session } = useModule();
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    const follow = (event: Event) => {
      const { changed } = (event as CustomEvent<{ changed: string[] }>).detail;
      if (changed.includes("user")) setTurn((now) => now + 1);
    };
    session.addEventListener("change", follow);
    return () => session.removeEventListener("change", follow);
  }, [session]);
  return turn;
}
