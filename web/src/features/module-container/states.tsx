import { failureText } from "../../api/failures.ts";
import { type ChunkFailure, isChunkFailure } from "../../platform/chunk-failure.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { TRIED_AGAIN } from "../../ui/tried-again.ts";
import css from "./page.module.css";

/** Placeholder for a module's content: a heading line and a few cards. */
export function ModuleSkeleton() {
  return (
    <div className={css["skeleton"]} role="status" aria-label="正在打开">
      <Skeleton width="12em" height={28} />
      <div className={css["card"]}>
        <Skeleton width="30%" height={20} />
        <Skeleton height={44} />
        <Skeleton height={44} />
      </div>
      <div className={css["card"]}>
        <Skeleton width="20%" height={20} />
        <Skeleton height={44} />
      </div>
    </div>
  );
}

const WAY_HOME = (
  <a className={css["home"]} href="#/home/index">
    返回首页
  </a>
);

/** RT-08: a clear page with a way home. */
export function UnknownModule({ name }: { name: string }) {
  return (
    <EmptyState role="alert" title="找不到这个页面" action={WAY_HOME}>
      {`没有名为“${name}”的模块，可能已经下线，或地址输错了。`}
    </EmptyState>
  );
}

/** Shows why a module could not be loaded or failed, and what to do. The rest of the platform works on. */
export function ModuleFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const chunk = isChunkFailure(error) ? error : null;
  return (
    <EmptyState
      role="alert"
      icon="warning"
      title={chunk === null ? "这个模块出了点问题" : "这个模块没有加载成功"}
      action={
        <div className={css["ways"]}>
          <Button
            look="primary"
            icon="refresh"
            className={chunk === null ? undefined : TRIED_AGAIN}
            onClick={onRetry}
          >
            重试
          </Button>
          {WAY_HOME}
        </div>
      }
    >
      {chunk === null ? causeOf(error) : navigator.onLine ? chunkCause(chunk) : OFFLINE}
      {chunk === null ? null : (
        <small className={css["detail"]}>{`${chunk.code ?? chunk.type} ${chunk.request}`}</small>
      )}
    </EmptyState>
  );
}

const OFFLINE = "现在没有网络。打开过的页面还可以看，这一页要等联网以后。";
const CAUSES = {
  missing: "平台刚刚更新过，重试后会打开新的版本。",
  timeout: "网络较慢，没有收到内容。",
  error: "请检查网络后重试。",
} as const;

/** Another maker's page came, and is not the module: no release of ours has anything to do with it. */
function chunkCause({ type, request }: ChunkFailure): string {
  const isFramed = new URL(request, location.href).origin !== location.origin;
  return isFramed && type === "missing"
    ? "这个模块的网址打开的是别的网页，请联系学校管理员。"
    : CAUSES[type];
}

function causeOf(error: unknown): string {
  const isCall =
    error instanceof Error && ["ApiError", "NetworkError", "TimeoutError"].includes(error.name);
  return isCall ? failureText(error) : "我们已经记下了这个问题，平台的其他功能不受影响。";
}
