import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import type { App, AppsAnswer, Opens, Today } from "#contract";
import { answerUnder, followQuery, invalidate } from "../../../api/query.ts";
import { pressAgainIn } from "../../../session/drawn-home.ts";
import { session } from "../../../session/session.ts";
import { APPS_QUERY } from "../../../session/user-queries.ts";
import { Button } from "../../../ui/button.tsx";
import { toast } from "../../../ui/toast.ts";
import css from "./band.module.css";
import { Cards } from "./cards.tsx";
import { canReadAloud } from "./read-aloud.ts";

/** The wait in ms before cards are read again of which some could not be read. */
const AGAIN_MS = 5000;
/** The age of cards, in ms, at which they are read again: a lesson begins, a day ends. */
const FRESH_MS = 300_000;

export interface BandOf {
  queryKey: string;
  large: boolean;
  /** Opens an app at what it has sent, or at its own home. */
  open: (app: App, item: string | null) => void;
}

/** Shows the cards of a query in a place that the page keeps for them. Returns a function that takes them away. */
export function showBand(place: HTMLElement, { queryKey, ...band }: BandOf): () => void {
  const root = createRoot(place);
  flushSync(() =>
    root.render(<Band {...band} queryKey={queryKey} isKept={place.className !== ""} />),
  );
  pressAgainIn(place);
  const stop = keepFresh(queryKey);
  const release = answerUnder(queryKey) === undefined ? undefined : holdHeight(place);
  return () => {
    stop();
    release?.();
    // not while React renders the page around it
    setTimeout(() => root.unmount());
  };
}

/**
 * Holds the height of a place whose cards are shown: one that comes later moves nothing below it (HO-02), and is read by scrolling in
 * the row. Returns a function that lets it go.
 */
function holdHeight(place: HTMLElement): () => void {
  const hold = () => {
    place.style.gridTemplateRows = "";
    const letters = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
    const row = Number.parseFloat(getComputedStyle(place).gridTemplateRows);
    // in rem: it follows the size of letters; where the page keeps no place there is no row
    if (row > 0) place.style.gridTemplateRows = `${row / letters}rem`;
  };
  hold();
  addEventListener("resize", hold);
  return () => {
    removeEventListener("resize", hold);
    place.style.gridTemplateRows = "";
  };
}

function Band({ queryKey, large, isKept, open }: BandOf & { isKept: boolean }) {
  const [today, setToday] = useState(() => answerUnder(queryKey) as Today | undefined);
  const [aloud, setAloud] = useState(false);
  const [failed, setFailed] = useState(false);
  useEffect(
    () =>
      followQuery(
        queryKey,
        (answer) => setToday((old) => newer(old, answer as Today)),
        ({ error, loading }) => setFailed(error !== undefined && !loading),
      ),
    [queryKey],
  );
  const isWhole = today?.is_whole !== false;
  const hasAskedAgain = useRef(false);
  useEffect(() => {
    if (isWhole || hasAskedAgain.current) return;
    const clock = setTimeout(() => {
      hasAskedAgain.current = true;
      invalidate(queryKey);
    }, AGAIN_MS);
    return () => clearTimeout(clock);
  }, [isWhole, queryKey]);
  useEffect(() => setAloud(canReadAloud()), []);
  const openIn = ({ app_id, item }: Opens) => {
    const { identity } = session.getState();
    const apps = answerUnder(`${APPS_QUERY}${identity ?? ""}`) as AppsAnswer | undefined;
    const app = apps?.apps.find(({ id }) => id === app_id);
    if (app !== undefined) open(app, item);
    else if (apps === undefined) toast.show("应用还没有加载出来，请稍后再试", "error");
    else toast.show("这个应用可能已经下线，或者不向当前身份开放", "error");
  };
  const look = { large, aloud: large && aloud, isKept };
  if (today === undefined && failed && isKept) {
    return (
      <p className={css["nothing"]} role="alert">
        今天的内容没有加载出来。
        <Button look="quiet" onClick={() => invalidate(queryKey)}>
          重试
        </Button>
      </p>
    );
  }
  // what is missing is not said to be nothing
  const cards = today?.is_whole === false && today.cards.length === 0 ? undefined : today?.cards;
  return <Cards cards={cards} {...look} onOpen={openIn} />;
}

/** Returns the newer cards; where some could not be read, the older ones stay as long as these are fewer. */
function newer(old: Today | undefined, now: Today): Today {
  const isLess = !now.is_whole && now.cards.length < (old?.cards.length ?? 0);
  return isLess && old !== undefined ? { ...now, cards: old.cards } : now;
}

/** Has the cards read again while the page is looked at. Returns a function that stops it. */
function keepFresh(queryKey: string): () => void {
  let readAt = Date.now();
  const look = () => {
    if (document.visibilityState === "hidden" || Math.abs(Date.now() - readAt) < FRESH_MS) return;
    readAt = Date.now();
    invalidate(queryKey);
  };
  const clock = setInterval(look, FRESH_MS);
  document.addEventListener("visibilitychange", look);
  return () => {
    clearInterval(clock);
    document.removeEventListener("visibilitychange", look);
  };
}
