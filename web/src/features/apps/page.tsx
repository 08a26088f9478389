import { useState } from "react";
import { failureText } from "../../api/failures.ts";
import { useSession } from "../../session/session.ts";
import { Button } from "../../ui/button.tsx";
import { Choice } from "../../ui/choice.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { TextField } from "../../ui/text-field.tsx";
import css from "./page.module.css";
import { useAllApps } from "./queries.ts";
import { matching, type Shown } from "./rules.ts";
import { AppTable, editorOf } from "./table.tsx";

const SHOWN = [
  ["all", "全部"],
  ["seen", "我看得见"],
  ["hidden", "我看不见"],
] as const;

/** Page of all apps as they are stored, each with why the person sees it or not (RT-15). */
export default function AllAppsPage() {
  const identity = useSession((state) => state.identity);
  const manages = useSession(
    (state) => state.authData?.permissions?.includes("app.manage") ?? false,
  );
  const { data, error, reload } = useAllApps(identity);
  const [words, setWords] = useState("");
  const [shown, setShown] = useState<Shown>("all");
  const names = new Map((data?.categories ?? []).map(({ id, name }) => [id, name]));
  const found = matching(data?.apps ?? [], names, words, shown);

  return (
    <div className={css["page"]}>
      <header className={css["head"]}>
        <h1 className={css["title"]}>全部应用</h1>
        <a href="#/home/index" className={css["way"]}>
          返回首页
        </a>
      </header>
      <main>
        <div className={css["tools"]}>
          <TextField
            label="查找"
            type="search"
            hint="名称、拼音、编号、地址、分类或种类"
            value={words}
            onChange={(event) => setWords(event.target.value)}
          />
          <Choice name="可见范围" options={SHOWN} value={shown} onChoose={setShown} />
          {manages ? (
            <a className={css["way"]} href={editorOf("new")}>
              新建应用
            </a>
          ) : null}
        </div>
        {data !== undefined ? (
          <>
            <p className={css["count"]} role="status">
              {`共 ${data.apps.length} 个应用，列出 ${found.length} 个`}
            </p>
            {found.length === 0 ? (
              <EmptyState icon="search" title="没有这样的应用">
                {data.apps.length === 0 ? "目录里还没有应用。" : "换一个词，或者改为“全部”。"}
              </EmptyState>
            ) : (
              <AppTable apps={found} categories={names} />
            )}
          </>
        ) : error === undefined ? (
          <div role="status" aria-label="正在读取">
            <Skeleton height={320} />
          </div>
        ) : (
          <EmptyState
            role="alert"
            icon="warning"
            title="没有读到应用"
            action={
              <Button icon="refresh" onClick={() => void reload()}>
                重试
              </Button>
            }
          >
            {failureText(error)}
          </EmptyState>
        )}
      </main>
    </div>
  );
}
