import css from "./page.module.css";
import { ASKER_NAMES, askerFor, ASKERS, HELPERS } from "./rules.ts";

/** Says who sets a new password for whom (RT-04). */
export default function ForgotPasswordPage({ identity }: { identity?: string }) {
  const asker = askerFor(identity);
  return (
    <main className={css["page"]}>
      <a className={css["back"]} href="#/login">
        返回登录
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
      <h2 className={css["subtitle"]}>
        {HELPERS[asker].length > 1 ? "下面任何一位都可以帮忙" : "请联系"}
      </h2>
      <ul className={css["helpers"]}>
        {HELPERS[asker].map(({ who, how }) => (
          <li key={who} className={css["helper"]}>
            <strong>{who}</strong>
            <span className={css["how"]}>{how}</span>
          </li>
        ))}
      </ul>
      <p className={css["note"]}>
        学门的工作人员不会向你索要密码。设好新密码后，其他设备上的登录都会退出。
      </p>
    </main>
  );
}
