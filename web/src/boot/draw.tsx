import { renderToStaticMarkup, renderToString } from "react-dom/server";
import { BRANDING_FIELDS, DEFAULT_BRANDING, type DrawnHome, type BrandingValues } from "#contract";
import { App } from "../app/app.tsx";
import { setFirstView } from "../app/router.ts";
import { findFirstRoute, home } from "../app/routes.ts";
import { Bars } from "../features/home/bars.tsx";
import { BarSkeleton, HomeSkeleton } from "../features/home/home-skeleton.tsx";
import { Notices } from "../features/home/notices/notices.tsx";
import { Cards } from "../features/home/today/cards.tsx";
import HomePage from "../features/home/page.tsx";
import page from "../features/home/page.module.css";
import { isYoungPupil } from "../features/home/rules.ts";
import LoginPage from "../features/login/page.tsx";
import { setSprite } from "../platform/icon-sprite.ts";
import { fillStores, NOTICES_ID, TODAY_ID } from "../session/drawn-home.ts";
import { LOGIN_PATH } from "../session/logout.ts";
import { endSession } from "../session/session.ts";
import { site } from "../session/site.ts";

/**
 * Draws pages where there is no browser: the build those that stand in index.html, the server a person's home. Built on
 * its own, from the same sources as the page, which takes over what is drawn here.
 */

/** Renders the pages of index.html. Sign-in is complete and is hydrated; home is a skeleton that is replaced. */
export function drawShells(branding: BrandingValues = {}): { login: string; home: string } {
  const login = findFirstRoute(LOGIN_PATH);
  if (login === null) throw new Error("Sign-in is no route");
  setFirstView(login, LoginPage);
  setBranding(branding);
  return {
    login: renderToString(<App />),
    home: renderToStaticMarkup(
      <>
        <BarSkeleton />
        <div className={page["page"]}>
          <HomeSkeleton />
        </div>
      </>,
    ),
  };
}

/**
 * Draws a person's home, with the pictures of these symbols of the sprite. Runs to its end in one go, so that the stores
 * hold one person at a time.
 */
export function drawHome(
  drawn: DrawnHome,
  symbols: readonly string[],
  branding: BrandingValues = {},
): string {
  setBranding(branding);
  setSprite(symbols);
  fillStores(drawn);
  setFirstView(home(), HomePage, Bars);
  try {
    const notices = renderToStaticMarkup(<Notices notices={drawn.notices} />);
    const cards = renderToStaticMarkup(
      <Cards cards={drawn.today?.cards ?? []} large={isYoungPupil(drawn.user)} />,
    );
    return fill(fill(renderToString(<App />), NOTICES_ID, notices), TODAY_ID, cards);
  } finally {
    endSession();
  }
}

/** Puts markup into an element that React leaves empty; what has no place is left out. */
function fill(drawn: string, id: string, markup: string): string {
  const place = `id="${id}">`;
  return drawn.replace(place, () => place + markup);
}

/** Draws from here on with this branding: where there is no browser, a store is drawn as it was made. */
function setBranding(branding: BrandingValues): void {
  const unset = Object.fromEntries(BRANDING_FIELDS.map((field) => [field, undefined]));
  Object.assign(site.getInitialState(), unset, DEFAULT_BRANDING, { owner: "" }, branding);
}
