import { reportEvents } from "#contract";
import type { Boot } from "../platform/boot.ts";

/** ER-06 */
const CHUNK_TIMEOUT_MS = 120_000;

/**
 * Watches the loading of the entry and what it imports, which are not loaded by `import()` and so not seen by the chunk guard.
 * On failure it says at once, on the page and to the operator, which file it was (ER-06).
 */
export function watchEntry(boot: Boot, apiServer: string, base: string): void {
  let reported = false;
  const report = (type: "missing" | "error" | "timeout", request: string) => {
    if (reported || boot.started) return;
    reported = true;
    show(`${type} ${request}`);
    const body = JSON.stringify({
      client: "web",
      event: "chunk-failure",
      detail: { type, request },
    });
    const headers = { "content-type": "application/json" };
    // The page has said all there is to say.
    fetch(apiServer + reportEvents.path, { method: "POST", headers, body }).catch(() => {});
  };
  /** Finds the file that failed: the browser names the entry, whichever of its scripts is missing, so each is asked for again. */
  const find = async () => {
    const files = document.querySelectorAll<HTMLScriptElement & HTMLLinkElement>(
      "[type=module],[rel=modulepreload]",
    );
    let last = "";
    for (const { src, href } of files) {
      last = src || href;
      const answer = await fetch(last).catch(() => null);
      if (!answer?.ok) break;
      if (!/javascript/.test(`${answer.headers.get("content-type")}`))
        return report("missing", last);
    }
    report("error", last);
  };
  addEventListener(
    "error",
    ({ target, filename }) => {
      if (target instanceof HTMLScriptElement) void find();
      else if (filename?.includes(base)) report("error", filename);
    },
    true,
  );
  setTimeout(() => report("timeout", location.pathname), CHUNK_TIMEOUT_MS);
}

/** Shows the failure; an address as the browser writes it cannot hold markup. */
function show(failure: string): void {
  const root = document.getElementById("root");
  if (root === null) return;
  root.innerHTML = `<main class="page-failure" role="alert"><h1>页面没有加载成功</h1><button>重试</button><small>${failure}</small></main>`;
  root.onclick = ({ target }) => {
    if ((target as Element).localName === "button") location.reload();
  };
}
