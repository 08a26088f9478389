import { useId, type CSSProperties } from "react";
import { brandingLinks, brandingStyle, type BrandingValues } from "#contract";
import { useIsDim } from "../../../web/src/ui/use-is-dim.ts";
import { useModule } from "../../kit/react-module.tsx";
import { usePicture } from "../fields/picture-field.tsx";
import css from "./settings.module.css";

/** Lies over the picture in the dark look, as on the page. */
const VEIL = "linear-gradient(rgba(18, 22, 29, 0.82), rgba(18, 22, 29, 0.82)), ";

/** The head of the sign-in page as it will look, with a button and the foot; drawn by the same rules as the page. */
export function Look({ branding }: { branding: BrandingValues }) {
  const { base } = useModule();
  const id = useId();
  const isDim = useIsDim();
  const { name = "", welcome, owner, side_colour } = branding;
  const logo = usePicture(branding.logo ?? null);
  const side: CSSProperties =
    side_colour === undefined || isDim
      ? { backgroundImage: `${isDim ? VEIL : ""}url("${base}brand/gate.svg")` }
      : { background: side_colour };
  return (
    <section className={css["look"]} aria-labelledby={id}>
      <h3 id={id} className={css["title"]}>
        登录页会是这样
      </h3>
      <div className={css["page"]} style={coloursOf(branding)}>
        <div className={css["side"]} style={side}>
          <p className={css["name"]}>
            <img src={logo ?? `${base}brand/logo.svg`} width={32} height={32} alt="" />
            {name}
          </p>
          <p>{welcome}</p>
          <p>{owner}</p>
        </div>
        <div className={css["card"]}>
          <p className={css["sign"]}>登录{name}</p>
          <p className={css["button"]}>登录</p>
          <p className={css["word"]}>忘记密码</p>
        </div>
        {brandingLinks(branding).length === 0 ? null : (
          <p className={css["foot"]}>
            {brandingLinks(branding).map(({ text }) => (
              <span key={text}>{text}</span>
            ))}
          </p>
        )}
      </div>
      <p className={css["note"]}>主色用在登录页和没有登录时的页面；登录以后，颜色随身份变化。</p>
    </section>
  );
}

/** The colours that the branding's style sheet would set, for a part of a page. */
function coloursOf(branding: BrandingValues): CSSProperties {
  const set = brandingStyle(branding).matchAll(/(--role[\w-]*):(#[\da-f]{6})/gi);
  return Object.fromEntries(Array.from(set, ([, name, value]) => [name, value]));
}
