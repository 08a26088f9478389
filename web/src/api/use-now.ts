import { useEffect, useState } from "react";
import { onServerTime, serverNow } from "./server-time.ts";

const MINUTE_MS = 60_000;

/** Returns the time by the server's clock: anew each minute, and when the person comes back to the page. */
export function useNow(): Date {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const look = () => {
      if (!document.hidden) setNow(serverNow());
    };
    const stop = onServerTime(look);
    const clock = setInterval(look, MINUTE_MS);
    document.addEventListener("visibilitychange", look);
    return () => {
      stop();
      clearInterval(clock);
      document.removeEventListener("visibilitychange", look);
    };
  }, []);
  return now;
}
