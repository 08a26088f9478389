import { useEffect, useState } from "react";
import { useStore } from "zustand/react";
import { readSite, site } from "../../session/site.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { lazy } from "../../ui/lazy.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import css from "./page.module.css";
import { ASKER_NAMES, askerFor, ASKERS, HELPERS } from "./rules.ts";

const ResetForm = lazy(() => import("./reset-form.tsx"), <Skeleton height={272} />);

/**
 * Page for a forgotten password: a new one by a code, where codes are delivered, and the people who can set one (RT-04,
 * SE-11).
 */
export default function ForgotPasswordPage({ identity }: { identity?: string }) {
  const asker = askerFor(identity);
  const byCode = useStore(site, ({ codes }) => codes);
  useEffect(() => void readSite(), []);
  return (
    <main className={css["page"]}>
      <a className={css["back"]} href="#/login">
        <Icon name="arrow-left" size={18} />
        <span>返回登录</span>
      </a>
      <h1 className={css["title"]}>忘记密码</h1>
      <p className={css["lead"]}>是谁忘记了密码？</p>
      <nav className={css["askers"]} aria-label="身份">
        {ASKERS.map((name) => (
          <a
            key={name}
            className={css["asker"]}
            href={`#/forget-pwd/${name}`}
            aria-current={name === asker ? "page" : undefined}
          >
            {ASKER_NAMES[name]}
          </a>
        ))}
      </nav>
      {byCode ? <ByCode key={asker} openAtOnce={asker !== "student"} /> : null}
      <h2 className={css["subtitle"]}>
        {HELPERS[asker].length > 1 ? "下面任何一位都可以帮忙" : byCode ? "也可以联系" : "请联系"}
      </h2>
      <ul className={css["helpers"]}>
        {HELPERS[asker].map(({ who, how }) => (
          <li key={who} className={css["helper"]}>
            <strong>{who}</strong>
            <span className={css["how"]}>{how}</span>
          </li>
        ))}
      </ul>
      {asker === "manager" ? null : (
        <p className={css["note"]}>学校已停用的，学校管理员也进不来，请联系区域或平台的管理员。</p>
      )}
      <p className={css["note"]}>工作人员不会索要密码。设好新密码后，其他设备上的登录都会退出。</p>
    </main>
  );
}

/** Shows the reset by code where codes are delivered (SE-04); folded for pupils, most of whom have no phone stored. */
function ByCode({ openAtOnce }: { openAtOnce: boolean }) {
  const [open, setOpen] = useState(openAtOnce);
  return (
    <section aria-labelledby="by-code">
      <h2 id="by-code" className={css["subtitle"]}>
        用验证码自己重设
      </h2>
      {open ? (
        <ResetForm />
      ) : (
        <Button className={css["open"]} onClick={() => setOpen(true)}>
          我留过手机号或邮箱
        </Button>
      )}
    </section>
  );
}
