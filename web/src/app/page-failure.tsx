import { isChunkFailure } from "../platform/chunk-failure.ts";
import { reloadPage } from "../platform/navigation.ts";

/** Shows what happened to a page and what to do about it (ER-06). Looks like the boot script's own failure page. */
export function PageFailure({ error }: { error: unknown }) {
  const chunk = isChunkFailure(error);
  return (
    <main className="page-failure" role="alert">
      <h1>{chunk ? "页面没有加载成功" : "页面出了点问题"}</h1>
      <p>{chunk ? CAUSES[error.type] : "我们已经记下了这个问题，请重试。"}</p>
      <button type="button" onClick={reloadPage}>
        重试
      </button>
      <a href="#/home/index">返回首页</a>
    </main>
  );
}

const CAUSES = {
  missing: "平台刚刚更新过，重试后会打开新的版本。",
  timeout: "网络较慢，没有收到内容。",
  error: "请检查网络后重试。",
} as const;
