/**
 * Runs alone in flash/frame.html, a sandboxed frame with an opaque origin: a movie in it reaches neither the session nor
 * the page. Loads nothing before the page's message, and then the player that it names.
 */
import type { FlashCommand, FlashNews, FlashOrder } from "./flash-messages.ts";

/** The part of Ruffle's interface that is used here; an operator's own loader keeps it. */
interface FlashPlayer extends HTMLElement {
  ruffle(): {
    load(options: Record<string, unknown>): Promise<void>;
    resume(): void;
    suspend(): void;
  };
}
interface FlashLoader {
  config: Record<string, unknown>;
  newest?(): { createPlayer(): FlashPlayer } | null;
}
declare global {
  interface Window {
    RufflePlayer?: FlashLoader;
  }
}

let player: FlashPlayer | null = null;
let asked = false;

addEventListener("message", ({ data, source }: MessageEvent<FlashOrder | FlashCommand>) => {
  if (source !== parent) return;
  if (typeof data === "object" && !asked) {
    asked = true;
    void open(data);
  }
  if (data === "pause") player?.ruffle().suspend();
  if (data === "play") player?.ruffle().resume();
});
notify({ news: "ready" });

async function open(order: FlashOrder): Promise<void> {
  window.RufflePlayer = { config: settings(order) };
  if (!(await loadScript(order.loader))) return notify({ news: "failed", what: "loader" });
  try {
    player = window.RufflePlayer.newest?.()?.createPlayer() ?? null;
  } catch {
    player = null;
  }
  if (player === null) return notify({ news: "failed", what: "engine" });
  document.body.append(player);
  const film = order.film === null ? {} : { file: URL.createObjectURL(new Blob([order.film])) };
  const started = new Promise<void>((resolve) => {
    player?.addEventListener("loadedmetadata", () => resolve());
  });
  try {
    await player.ruffle().load({
      data: new Uint8Array(order.movie),
      swfFileName: "movie.swf",
      parameters: { ...order.variables, ...film },
    });
    await started;
    notify({ news: "playing" });
  } catch (error) {
    notify({
      news: "failed",
      what: /movie|swf data|invalid/i.test(String(error)) ? "movie" : "engine",
    });
  }
}

function settings({ loader, base }: FlashOrder): Record<string, unknown> {
  return {
    publicPath: new URL(".", loader).href,
    base,
    // Ruffle's own typeface has no Chinese; most movies of old name one of the device's
    deviceFontRenderer: "canvas",
    polyfills: false,
    autoplay: "on",
    unmuteOverlay: "visible",
    letterbox: "on",
    contextMenu: "off",
    splashScreen: false,
    showSwfDownload: false,
    allowScriptAccess: false,
    openUrlMode: "deny",
    warnOnUnsupportedContent: false,
    logLevel: "error",
  };
}

function loadScript(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const script = document.createElement("script");
    script.src = address;
    script.onload = () => resolve(true);
    script.onerror = () => resolve(false);
    document.head.append(script);
  });
}

/** Posts to the page, whose origin is unknown here; none of it is secret. */
function notify(news: FlashNews): void {
  parent.postMessage(news, "*");
}
