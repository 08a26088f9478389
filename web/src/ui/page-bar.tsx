import type { ReactNode } from "react";
import { Icon } from "./icon.tsx";
import css from "./page-bar.module.css";

const HOME = { href: "#/home/index", label: "返回首页" };

/** The platform's name and logo. */
interface Brand {
  name: string;
  /** Address of the logo; the product's own without one. */
  logo?: string | undefined;
}

/** Shows the page's place, and the way back; at the same place as home's own bar. */
export function PageBar({
  title,
  brand,
  back = HOME,
}: {
  title: string;
  brand: Brand;
  back?: typeof HOME;
}) {
  return (
    <BrandBar brand={brand}>
      <h1 className={css["title"]}>{title}</h1>
      <a className={css["back"]} href={back.href}>
        <Icon name="arrow-left" size={18} />
        <span>{back.label}</span>
      </a>
    </BrandBar>
  );
}

/** The bar with the brand, a link to home, and a page's own content beside it. */
export function BrandBar({
  brand: { name, logo },
  children,
}: {
  brand: Brand;
  children: ReactNode;
}) {
  return (
    <header className={css["bar"]}>
      <div className={css["inner"]}>
        <a className={css["brand"]} href={HOME.href} aria-label={`${name}首页`}>
          <img
            src={logo ?? `${import.meta.env.BASE_URL}brand/logo.svg`}
            width={32}
            height={32}
            alt=""
          />
          <span>{name}</span>
        </a>
        {children}
      </div>
    </header>
  );
}
