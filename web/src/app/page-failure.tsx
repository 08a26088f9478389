import { isChunkFailure } from "../platform/chunk-failure.ts";
import { reloadPage } from "../platform/navigation.ts";
import { Button } from "../ui/button.tsx";
import css from "./page-failure.module.css";

/** Says what happened to a page and what to do about it (ER-06). */
export function PageFailure({ error }: { error: unknown }) {
  const { title, advice, detail } = explain(error);
  return (
    <main className={css["page"]} role="alert">
      <h1 className={css["title"]}>{title}</h1>
      <p>{advice}</p>
      <div className={css["ways"]}>
        <Button look="primary" onClick={reloadPage}>
          重试
        </Button>
        <a className={css["home"]} href="#/home/index" onClick={() => setTimeout(reloadPage)}>
          回到首页
        </a>
      </div>
      {detail === "" ? null : <p className={css["detail"]}>{detail}</p>}
    </main>
  );
}

const CAUSES = {
  missing: "平台可能刚刚更新过，重试后会打开新的版本。",
  timeout: "网络较慢，等了很久也没有收到内容，请检查网络后重试。",
  error: "请检查网络后重试。",
} as const;

function explain(error: unknown): { title: string; advice: string; detail: string } {
  if (isChunkFailure(error)) {
    return {
      title: "页面没有加载成功",
      advice: CAUSES[error.type],
      detail: `${error.code ?? error.type} ${error.request}`,
    };
  }
  return { title: "页面出了点问题", advice: "我们已经记下了这个问题，请重试。", detail: "" };
}
