import { Icon } from "../../ui/icon.tsx";
import css from "./bar.module.css";

/** Where I am, and the way home; at the same place as home's own bar. */
export function Bar({ title }: { title: string }) {
  return (
    <header className={css["bar"]}>
      <div className={css["inner"]}>
        <a className={css["brand"]} href="#/home/index" aria-label="学门首页">
          <img src={`${import.meta.env.BASE_URL}brand/logo.svg`} width={32} height={32} alt="" />
          <span>学门</span>
        </a>
        <h1 className={css["title"]}>{title}</h1>
        <a className={css["back"]} href="#/home/index">
          <Icon name="arrow-left" size={18} />
          <span>返回首页</span>
        </a>
      </div>
    </header>
  );
}
