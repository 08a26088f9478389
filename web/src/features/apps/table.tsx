import { useState } from "react";
import {
  APP_RULE_NAMES,
  CLAIM_TEXTS,
  LAUNCH_KIND_NAMES,
  launchText,
  SHELF_STATE_NAMES,
  type ListedApp,
} from "#contract";
import { failureText } from "../../api/failures.ts";
import { classNames } from "../../ui/class-names.ts";
import page from "./page.module.css";
import { tryLaunch } from "./queries.ts";
import { isSeen, momentText, OPENS_TEXTS, reasons, storedFor } from "./rules.ts";
import css from "./table.module.css";

const HEAD = ["应用", "分类", "种类与地址", "我看得见吗", "告知与接入", "更改于", "操作"] as const;

/** The place of an app, or of a new one, in the administration: there is one editor. */
export const editorOf = (id: string) => `#/module/admin/apps/${encodeURIComponent(id)}`;

/** A dense table; on a phone each app is a card, whose cells name themselves. */
export function AppTable({
  apps,
  categories,
}: {
  apps: readonly ListedApp[];
  categories: ReadonlyMap<string, string>;
}) {
  return (
    <div className={css["scroll"]} role="region" aria-label="全部应用" tabIndex={0}>
      <table className={css["table"]}>
        <thead>
          <tr>
            {HEAD.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {apps.map((app) => (
            <Row
              key={app.id}
              app={app}
              category={categories.get(app.category_id) ?? app.category_id}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ app, category }: { app: ListedApp; category: string }) {
  const [outcome, setOutcome] = useState("");
  const seen = isSeen(app);

  async function test() {
    setOutcome("正在试…");
    try {
      setOutcome(launchText(await tryLaunch(app.id)));
    } catch (error) {
      setOutcome(`打不开：${failureText(error)}`);
    }
  }

  return (
    <tr>
      <th scope="row">
        <span className={css["name"]}>{app.name}</span>
        <code>{app.id}</code>
        {app.display_status === "display" ? null : <span className={css["mark"]}>首页不显示</span>}
        {app.shelf_state === "shelf" ? null : (
          <span className={css["mark"]}>{SHELF_STATE_NAMES[app.shelf_state]}</span>
        )}
        {app.badge === "" ? null : <span className={css["mark"]}>{`角标 ${app.badge}`}</span>}
      </th>
      <td data-head={HEAD[1]}>
        {category}
        <span className={css["soft"]}>{`次序 ${app.sort}`}</span>
      </td>
      <td data-head={HEAD[2]}>
        {LAUNCH_KIND_NAMES[app.launch]}
        <span className={css["soft"]}>{OPENS_TEXTS[app.opens_in]}</span>
        <code className={css["address"]}>{app.url}</code>
      </td>
      <td data-head={HEAD[3]}>
        <details>
          <summary className={classNames(css["seen"], !seen && css["hidden"])}>
            {seen ? "看得见" : `看不见：${reasons(app).join("、")}`}
          </summary>
          <ul className={page["rules"]}>
            {app.rules.map(({ rule, passes }) => (
              <li key={rule} className={passes ? page["good"] : page["bad"]}>
                {`${APP_RULE_NAMES[rule]}：${storedFor(app, rule) || "不限"}`}
                <span className="visually-hidden">{passes ? "，符合" : "，不符合"}</span>
              </li>
            ))}
          </ul>
        </details>
      </td>
      <td data-head={HEAD[4]}>
        {app.claims.length === 0
          ? "只有 sub"
          : app.claims.map((claim) => CLAIM_TEXTS[claim] ?? claim).join("、")}
        <span className={css["soft"]}>
          {[
            app.has_secret ? "有密钥" : "没有密钥",
            ...(app.approved ? ["已同意告知"] : []),
            ...(app.step_up ? ["打开前再验证"] : []),
            ...app.settings,
          ].join("，")}
        </span>
      </td>
      <td data-head={HEAD[5]}>{momentText(app.updated_at)}</td>
      <td className={css["acts"]}>
        <button
          type="button"
          className={css["act"]}
          onClick={() => void test()}
          aria-label={`试着打开 ${app.name}`}
        >
          试着打开
        </button>
        {app.may_edit ? (
          <a className={css["act"]} href={editorOf(app.id)} aria-label={`更改 ${app.name}`}>
            更改
          </a>
        ) : null}
        <span className={css["outcome"]} role="status">
          {outcome}
        </span>
      </td>
    </tr>
  );
}
