import { reportEvents } from "#contract";
import type { Boot } from "../platform/boot.ts";

/** ER-06 */
const CHUNK_TIMEOUT_MS = 120_000;

/**
 * The entry and the core are not loaded by `import()`, so the chunk guard never hears of them. This watches them from
 * outside: when they do not come, it says so on the page and to the operator (ER-06).
 */
export function watchEntry(boot: Boot, apiServer: string): void {
  let told = false;
  const tell = (type: "error" | "timeout", request: string) => {
    if (told || boot.started) return;
    told = true;
    show();
    const body = JSON.stringify({
      client: "web",
      event: "chunk-failure",
      detail: { type, request },
    });
    const headers = { "content-type": "application/json" };
    // The page has said all there is to say.
    fetch(apiServer + reportEvents.path, { method: "POST", headers, body }).catch(() => {});
  };
  addEventListener(
    "error",
    ({ target }) => {
      if (target instanceof HTMLScriptElement) tell("error", target.src);
    },
    true,
  );
  setTimeout(() => tell("timeout", location.pathname), CHUNK_TIMEOUT_MS);
}

function show(): void {
  const root = document.getElementById("root");
  if (root === null) return;
  root.innerHTML =
    '<main class="page-failure" role="alert"><h1>页面没有加载成功</h1><p>请检查网络后重试。</p><button>重试</button></main>';
  root.onclick = ({ target }) => {
    if (target instanceof HTMLButtonElement) location.reload();
  };
}
