import { memo, useEffect, useLayoutEffect, useRef, useState } from "react";
import { readToday, type App, type Today, type User } from "#contract";
import { send } from "../../../api/client.ts";
import { useQuery } from "../../../api/query.ts";
import { TODAY_ID, todayKey } from "../../../session/drawn-home.ts";
import { launch, openApp } from "../open-app.ts";

const QUIET = { quietGeneral: true, quietError: true } as const;
const UNTOUCHED = { __html: "" };
/** The longest time in ms that the apps wait for the cards above them. */
const CARDS_WAIT_MS = 1200;

let band: typeof import("./band.tsx") | undefined;
const loadBand = async () => (band ??= await import("./band.tsx"));

/**
 * Returns the place of today's cards: above the apps where they are known before the apps are shown, else below, where they
 * move nothing; undefined until that is known, for a moment after the apps are ready at most. It stays as long as home does
 * under one identity.
 */
export function useToday(
  user: User,
  childId: string | undefined,
  ready: boolean,
): { queryKey: string; place: "top" | "foot" | undefined } {
  const queryKey = todayKey(user, childId);
  const input = childId === undefined ? {} : { child_id: childId };
  const { data, error } = useQuery<Today>(queryKey, async () => {
    // with the script that shows them: how high they are is known when the apps are placed below them
    const [answer] = await Promise.all([
      // another server may know the call and answer nothing (RQ-08)
      send(readToday, input, QUIET) as Promise<Partial<Today>>,
      loadBand().catch(() => {}),
    ]);
    return { cards: answer.cards ?? [], is_whole: answer.is_whole ?? true };
  });
  const owner = user.identity;
  const [kept, keep] = useState<{ owner: typeof owner; place: "top" | "foot" }>();
  const known = data !== undefined || error !== undefined;
  const first = (data?.cards ?? []).length > 0 ? "top" : "foot";
  const place = kept?.owner === owner ? kept?.place : known ? first : undefined;
  useEffect(() => {
    if (place) return keep({ owner, place });
    if (!ready) return;
    const clock = setTimeout(() => keep({ owner, place: "foot" }), CARDS_WAIT_MS);
    return () => clearTimeout(clock);
  }, [owner, place, ready]);
  return { queryKey, place };
}

const open = (app: App, item: string | null) => (item === null ? openApp(app) : launch(app, item));

/** The container of today's cards (HO-02). React leaves its content alone: the cards' own script takes over what the server rendered. */
export const TodayPlace = memo(function TodayPlace({
  queryKey,
  large,
  className,
}: {
  queryKey: string;
  large: boolean;
  className: string | undefined;
}) {
  const place = useRef<HTMLDivElement>(null);
  // before the apps below are painted
  useLayoutEffect(() => {
    let stop: (() => void) | undefined;
    let over = false;
    Promise.resolve(band ?? loadBand()).then(
      ({ showBand }) => {
        if (!over && place.current) stop = showBand(place.current, { queryKey, large, open });
      },
      () => {},
    );
    return () => {
      over = true;
      stop?.();
    };
  }, [queryKey, large]);
  return (
    <div
      ref={place}
      className={className}
      id={TODAY_ID}
      suppressHydrationWarning
      dangerouslySetInnerHTML={UNTOUCHED}
    />
  );
});
