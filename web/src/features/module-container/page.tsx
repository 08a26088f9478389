import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { Permission } from "#contract";
import { followTexts } from "../../platform/altered-page.ts";
import { setTitle } from "../../platform/appearance.ts";
import { isChunkFailure } from "../../platform/chunk-failure.ts";
import { reloadPage } from "../../platform/navigation.ts";
import { PageHead } from "../../ui/page-head.tsx";
import type { makeContext } from "./make-context.ts";
import { loadModule, readManifest } from "./module-files.ts";
import type { Manifest } from "./manifest.ts";
import css from "./page.module.css";
import { placeOf } from "./place.ts";
import { reportModule } from "./queries.ts";
import type { ModulePlace } from "./platform-module.ts";
import { startModule } from "./stage.ts";
import type * as Keeping from "./kept-module.ts";
import { ModuleFailure, ModuleSkeleton, UnknownModule } from "./states.tsx";

type State =
  | { kind: "loading" }
  | { kind: "ready" }
  | { kind: "unknown" }
  | { kind: "failed"; error: unknown };

/** Returns the permission that the module's manifest asks for (GD-03). The page says why there is no manifest. */
export async function permissionOf({
  moduleName = "",
}: Readonly<Record<string, string>>): Promise<Permission | null> {
  const manifest = await readManifest(moduleName).catch(() => null);
  return manifest?.permission ?? null;
}

const MISSING_TITLE = "找不到这个页面";
/** Matches chunks of the page and shared chunks of modules: other scripts name their address, so no new one can be used. */
const HAS_ONE_ADDRESS = /\/assets\/(?:[^/]+|modules\/[\w-]+\/part-[^/]+)$/;
/** Keeps modules whose session ends in the middle of something; the chunk comes with the first module. */
let keeping: typeof Keeping | undefined;
const keepModules = async () => {
  keeping = await import("./kept-module.ts").catch(() => undefined);
  return keeping;
};

/** The longest wait in ms for that chunk: what is typed before it has come is not kept. */
const KEEPING_WITHIN_MS = 2000;

/** The title of a module whose manifest did not load. */
const NAMELESS_TITLE = "模块";

/** The module container: loads a module on demand and hands it the path, params and session data (RT-08). */
export default function ModulePage(parameters: Readonly<Record<string, string>>) {
  const { moduleName = "" } = parameters;
  const [state, setState] = useState<State>({ kind: "loading" });
  const [title, setShownTitle] = useState("");
  const [attempt, setAttempt] = useState(0);
  const area = useRef<HTMLDivElement>(null);
  const module = useRef<Keeping.Shown>(null);
  const placeKey = JSON.stringify(placeOf(parameters));
  const place = useRef(placeKey);

  useEffect(() => {
    const shown = area.current;
    if (shown === null) return undefined;
    let left = false;
    const showTitle = (text: string) => {
      setTitle(text);
      setShownTitle(text);
    };
    const own = {
      // in the same frame: the module would be painted below what it replaces
      ready: () => flushSync(() => setState({ kind: "ready" })),
      failed: (error: unknown) => setState({ kind: "failed", error }),
      title: setShownTitle,
    };
    const start = (manifest: Manifest) => {
      showTitle(manifest.title);
      const host = document.createElement("div");
      const root = host.attachShadow({ mode: "open" });
      followTexts(root);
      const it: Keeping.Shown = {
        ...{ name: moduleName, place: place.current, host, title: manifest.title, shown: own },
        stage: { go() {}, stop: () => Promise.resolve() },
      };
      module.current = it;
      let make: typeof makeContext;
      let fixed: ReturnType<typeof makeContext> | undefined;
      const report = (error: unknown) => reportModule("module-error", whatOf(manifest, error));
      it.stage = startModule(
        {
          async open() {
            shown.append(host);
            const followed = keepModules().then((loaded) => {
              if (!left) loaded?.follow(it);
            });
            const late = new Promise((resolve) => setTimeout(resolve, KEEPING_WITHIN_MS));
            const [module, context] = await Promise.all([
              loadModule(manifest, root, attempt),
              // beside the module's own files
              import("./make-context.ts"),
              Promise.race([followed, late]),
            ]).catch((error: unknown) => {
              host.remove();
              throw error;
            });
            make = context.makeContext;
            const element = document.createElement("div");
            root.append(element);
            return { module, element, remove: () => host.remove() };
          },
          contextAt(at, _opened, signal, fail) {
            const onTitle = (text: string) => it.shown.title((it.title = text));
            fixed ??= make({
              manifest,
              root,
              signal,
              fail,
              onTitle,
              around: (...of) => it.around?.(...of),
            });
            return { ...fixed, place: at };
          },
          onReady: () => it.shown.ready(),
          onFailure(error) {
            if (!isChunkFailure(error)) report(error);
            it.shown.failed(error);
          },
          onLateFailure: report,
        },
        JSON.parse(place.current) as ModulePlace,
      );
    };
    const back = keeping?.takeKept(moduleName, place.current);
    if (back !== undefined) {
      module.current = back;
      back.shown = own;
      showTitle(back.title);
      shown.append(back.host);
      setState({ kind: "ready" });
      void keeping?.tellBack(back, () => setAttempt((before) => before + 1));
    } else
      readManifest(moduleName).then(
        (manifest) => {
          if (left) return;
          if (manifest !== null) return start(manifest);
          showTitle(MISSING_TITLE);
          reportModule("module-unknown", { name: moduleName });
          setState({ kind: "unknown" });
        },
        (error: unknown) => {
          if (left) return;
          showTitle(NAMELESS_TITLE);
          setState({ kind: "failed", error });
        },
      );
    return () => {
      left = true;
      const it = module.current;
      module.current = null;
      if (it !== null && keeping?.isKept(it) !== true) void it.stage.stop();
    };
  }, [moduleName, attempt]);

  useEffect(() => {
    place.current = placeKey;
    if (module.current === null) return;
    module.current.place = placeKey;
    module.current.stage.go(JSON.parse(placeKey) as ModulePlace);
  }, [placeKey]);

  function retry() {
    // browsers remember a failed import
    if (
      state.kind === "failed" &&
      isChunkFailure(state.error) &&
      HAS_ONE_ADDRESS.test(state.error.request)
    )
      return reloadPage();
    setState({ kind: "loading" });
    setAttempt(attempt + 1);
  }

  return (
    <div className={css["page"]}>
      <PageHead title={title} />
      <main className={css["main"]}>
        {state.kind === "loading" ? <ModuleSkeleton /> : null}
        {state.kind === "unknown" ? <UnknownModule name={moduleName} /> : null}
        {state.kind === "failed" ? <ModuleFailure error={state.error} onRetry={retry} /> : null}
        <div ref={area} />
      </main>
    </div>
  );
}

function whatOf({ name, version }: Manifest, error: unknown): Record<string, unknown> {
  const { name: kind, message } =
    error instanceof Error ? error : { name: "unknown", message: String(error) };
  return { name, version, error: kind, message };
}
