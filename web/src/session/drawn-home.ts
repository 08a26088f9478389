import type { DrawnHome, HomeNotices, User } from "#contract";
import { setQuery } from "../api/query.ts";
import { noteServerTime, serverNow } from "../api/server-time.ts";
import { takeDrawnAnswers } from "../platform/boot.ts";
import { readSprite } from "../platform/icon-sprite.ts";
import { showLook } from "./looks.ts";
import { shownChild } from "./own-child.ts";
import { setGlobal } from "./platform-entry.ts";
import { session } from "./session.ts";
import { APPS_QUERY } from "./user-queries.ts";

/** The id of the element that holds home's notices. */
export const NOTICES_ID = "home-notices";

/** The id of the element that holds the cards of today. */
export const TODAY_ID = "home-today";

/** Returns the key of the cards of a person at a school; like the inbox they are read anew when its stream says so. */
export function todayKey({ identity, school }: User, childId = ""): string {
  return `inbox:today:${identity ?? ""}/${school?.id ?? ""}/${childId}`;
}

let drawnAt: number | null = null;
let notices: HomeNotices | null = null;

/** Puts the answers of a server-rendered home into the stores that the page's calls would fill: on the server to render, in the browser to hydrate. */
export function fillStores({ user, schools, apps, today, ...drawn }: DrawnHome): void {
  const identity = user.identity ?? null;
  drawnAt = drawn.at;
  notices = drawn.notices;
  session.setState({
    user,
    identity,
    schools,
    anySchoolAbled: true,
    schoolState: "valid",
    theme: user.setting?.theme ?? "color",
  });
  setQuery(`${APPS_QUERY}${identity}`, apps);
  const child = shownChild(user, identity, null);
  if (today) setQuery(todayKey(user, child?.id), today);
}

/**
 * Takes over, once, what the server rendered for the session that this browser keeps. The identity is the one the person
 * acts as now, whatever was kept here.
 */
export function takeOverDrawnHome(): void {
  const drawn = takeDrawnAnswers() as DrawnHome | undefined;
  if (drawn === undefined) return;
  readSprite();
  fillStores(drawn);
  noteServerTime(drawn.at, Date.now());
  for (const id of [NOTICES_ID, TODAY_ID]) {
    const place = document.getElementById(id);
    if (place === null) continue;
    place.onclick = ({ target }) => {
      const nth = buttonsIn(place).indexOf((target as Element).closest("button"));
      place.dataset["pressed"] = String(nth);
    };
  }
  const { identity, user } = session.getState();
  setGlobal({ identity });
  showLook(user?.setting);
}

/** Returns the time of the first greeting: that of the server's rendering, where there was one, since both must agree. */
export function firstMoment(): Date {
  return drawnAt === null ? serverNow() : new Date(drawnAt);
}

/** Returns, once, the notices that came with the document; null where they must be asked for. */
export function takeDrawnNotices(): HomeNotices | null {
  const drawn = notices;
  notices = null;
  return drawn;
}

/** Repeats, once, in a part that its script has taken over, the press on a button that the server rendered. */
export function pressAgainIn(place: HTMLElement): void {
  place.onclick = null;
  buttonsIn(place)[Number(place.dataset["pressed"])]?.click();
  delete place.dataset["pressed"];
}

function buttonsIn(place: Element): (HTMLButtonElement | null)[] {
  return Array.from(place.querySelectorAll("button"));
}
