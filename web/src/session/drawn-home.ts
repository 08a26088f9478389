import type { DrawnHome, HomeNotices } from "#contract";
import { setQuery } from "../api/query.ts";
import { readSprite } from "../platform/icon-sprite.ts";
import { setGlobal } from "./platform-entry.ts";
import { session } from "./session.ts";
import { APPS_QUERY } from "./switch-identity.ts";

/** The element that holds the answers of a home drawn by the server. */
export const DRAWN_ANSWERS_ID = "drawn-answers";

/** The id of the element that holds home's notices. */
export const NOTICES_ID = "home-notices";

let hour: number | null = null;
let notices: HomeNotices | null = null;
/** The index of the server-rendered notices' button that was pressed last while their script was loading; -1: none. */
let pressed = -1;

/** Puts the answers of a server-rendered home into the stores that the page's calls would fill: on the server to render, in the browser to hydrate. */
export function fillStores({ user, schools, apps, ...drawn }: DrawnHome): void {
  const identity = user.identity ?? null;
  hour = drawn.hour;
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
}

/**
 * Takes over, once, what the server rendered for the session that this browser keeps. The identity is the one the person
 * acts as now, whatever was kept here.
 */
export function takeOverDrawnHome(): void {
  const element = document.getElementById(DRAWN_ANSWERS_ID);
  if (element === null) return;
  // nothing of it stays in the page when the person is gone
  element.remove();
  const drawn = JSON.parse(element.textContent) as DrawnHome;
  readSprite();
  fillStores(drawn);
  document.getElementById(NOTICES_ID)?.addEventListener("click", ({ currentTarget, target }) => {
    pressed = buttonsIn(currentTarget).indexOf((target as Element).closest("button"));
  });
  setGlobal({ identity: session.getState().identity });
}

/** Returns the hour for the first greeting: the server's, where it rendered, since both renderings must agree. */
export function firstHour(): number {
  return hour ?? new Date().getHours();
}

/** Returns, once, the notices that came with the document; null where they must be asked for. */
export function takeDrawnNotices(): HomeNotices | null {
  const drawn = notices;
  notices = null;
  return drawn;
}

/** Repeats, in the hydrated notices, the press on a button of the server-rendered ones. */
export function pressNoticeAgain(): void {
  buttonsIn(document.getElementById(NOTICES_ID))[pressed]?.click();
}

function buttonsIn(place: EventTarget | null): (HTMLButtonElement | null)[] {
  return Array.from((place as Element).querySelectorAll("button"));
}
