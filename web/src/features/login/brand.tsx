import { useStore } from "zustand/react";
import { site } from "../../session/site.ts";
import css from "./brand.module.css";

/** The brand's side: project and owner, over a picture that wide screens load as their background. */
export function Brand() {
  const owner = useStore(site, ({ owner: name }) => name);
  return (
    <header className={css["brand"]}>
      <p className={css["name"]}>学门</p>
      <p className={css["slogan"]}>一扇门，通向每天的学习与教学</p>
      <p className={css["owner"]}>{owner}</p>
    </header>
  );
}
