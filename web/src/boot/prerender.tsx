import { renderToStaticMarkup, renderToString } from "react-dom/server";
import { App } from "../app/app.tsx";
import { setFirstView } from "../app/router.ts";
import { findFirstRoute } from "../app/routes.ts";
import { HomeSkeleton } from "../features/home/home-skeleton.tsx";
import page from "../features/home/page.module.css";
import LoginPage from "../features/login/page.tsx";
import { LOGIN_PATH } from "../session/logout.ts";

/** Draws the pages that the build writes into index.html. Sign-in is whole and comes to life; home is a skeleton and gives way. */
export function drawShells(): { login: string; home: string } {
  const login = findFirstRoute(LOGIN_PATH);
  if (login === null) throw new Error("Sign-in is no route");
  setFirstView(login, LoginPage);
  return {
    login: renderToString(<App />),
    home: renderToStaticMarkup(
      <div className={page["page"]}>
        <HomeSkeleton />
      </div>,
    ),
  };
}
