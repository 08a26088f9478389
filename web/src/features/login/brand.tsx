import { useStore } from "zustand/react";
import { site } from "../../session/site.ts";
import css from "./brand.module.css";

/** The brand's side: project and owner, over a picture that wide screens load as their background. */
export function Brand() {
  const { name, welcome, owner } = useStore(site);
  return (
    <header id="brand" className={css["brand"]}>
      <p className={css["name"]}>{name}</p>
      <p className={css["slogan"]}>{welcome}</p>
      <p className={css["owner"]}>{owner}</p>
    </header>
  );
}
