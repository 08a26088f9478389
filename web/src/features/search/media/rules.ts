import type { MediaType } from "#contract";

/** The cause of a playback failure. */
export type MediaFailure =
  | "gone"
  | "network"
  | "server"
  | "codec"
  | "broken"
  | "unknown"
  | "script"
  | "loader"
  | "engine";

interface FailureText {
  title: string;
  text: string;
  /** Offers another try. */
  retry: boolean;
  download: boolean;
}

export const FAILURE_TEXTS: Readonly<Record<MediaFailure, FailureText>> = {
  gone: {
    title: "这个文件已经不在了",
    text: "它可能被换掉或删除了。请告诉上传它的老师，或者先看别的内容。",
    retry: true,
    download: false,
  },
  network: {
    title: "没有取到这个文件",
    text: "请检查网络是否连着，再点“重试”。",
    retry: true,
    download: false,
  },
  server: {
    title: "服务器暂时给不出这个文件",
    text: "请过一会儿再试。一直这样的话，请告诉老师。",
    retry: true,
    download: false,
  },
  codec: {
    title: "这个浏览器放不了这种格式",
    text: "可以换新版的 Edge 或 Chrome 再试，也可以下载后用播放软件打开。",
    retry: false,
    download: true,
  },
  broken: {
    title: "这个文件打不开，可能已经损坏",
    text: "请告诉上传它的老师，也可以下载后用别的软件试一试。",
    retry: true,
    download: true,
  },
  unknown: {
    title: "不认识这种文件",
    text: "这里放不了它，可以下载后用别的软件打开。",
    retry: false,
    download: true,
  },
  script: {
    title: "播放器没有加载成功",
    text: "请检查网络是否连着，再点“重试”。",
    retry: true,
    download: true,
  },
  loader: {
    title: "动画播放器没有加载成功",
    text: "请检查网络是否连着，再点“重试”。",
    retry: true,
    download: true,
  },
  engine: {
    title: "这个浏览器运行不了动画播放器",
    text: "请换新版的 Edge 或 Chrome 再试，也可以下载这个文件。",
    retry: false,
    download: true,
  },
};

/** Returns the player, by the type alone. Documents and pictures are not played. */
export function playerOf(type: MediaType): "native" | "flash" | null {
  if (type === "swf") return "flash";
  return type === "video" || type === "audio" || type === "hls" || type === "flv" ? "native" : null;
}

/** Explains an answer without the file; null when the file is there, so that the file itself is at fault. */
export function failureOfStatus(status: number): MediaFailure | null {
  if (status >= 200 && status < 300) return null;
  // some stores refuse what they do not have
  if (status === 404 || status === 410 || status === 401 || status === 403) return "gone";
  return status === 0 ? "network" : "server";
}

/** Codes of the browser's MediaError. */
const MEDIA_ERR_NETWORK = 2;
const MEDIA_ERR_DECODE = 3;

/** Explains the browser's MediaError by code and message; null when only the server can tell the cause. */
export function failureOfElement(code: number, message: string): MediaFailure | null {
  if (code === MEDIA_ERR_NETWORK) return "network";
  if (code === MEDIA_ERR_DECODE || /COULD_NOT_(OPEN|PARSE)/.test(message)) return "broken";
  return null;
}

/** Explains a failure of hls.js by its type, detail and the answer's status, where there was one. */
export function failureOfHls(type: string, detail: string, status: number): MediaFailure {
  if (/codec/i.test(detail)) return "codec";
  if (/parsing/i.test(detail)) return "broken";
  return type === "networkError" ? (failureOfStatus(status) ?? "network") : "broken";
}

/** Explains a failure of mpegts.js by its type, detail and the answer's status, where there was one. */
export function failureOfFlv(type: string, detail: string, status: number): MediaFailure {
  if (/codec/i.test(detail)) return "codec";
  return type === "NetworkError" ? (failureOfStatus(status) ?? "network") : "broken";
}

/** Absolute addresses of the Flash player's files, from the operator's file. */
export interface FlashFiles {
  loader: string;
  /** An ActionScript player for films in old codecs; null: none. */
  player: string | null;
}

const DEFAULT_FLASH = { loader: "flash/ruffle/ruffle.js", player: "flash/player.swf" };

/** Reads the site file's `media`; what is no address is as if it were not there, an empty player is none. */
export function flashFiles(siteFile: unknown, base: string): FlashFiles {
  const { media } = (siteFile ?? {}) as { media?: { loader?: unknown; player?: unknown } | null };
  const { loader, player } = media ?? {};
  return {
    loader: webAddress(loader, base) ?? new URL(DEFAULT_FLASH.loader, base).href,
    player: player === "" ? null : webAddress(player ?? DEFAULT_FLASH.player, base),
  };
}

/** Returns the absolute http(s) address; null for anything else. */
export function webAddress(address: unknown, base: string): string | null {
  if (typeof address !== "string" || address === "") return null;
  try {
    const url = new URL(address, base);
    return /^https?:$/.test(url.protocol) ? url.href : null;
  } catch {
    return null;
  }
}

interface Size {
  width: number;
  height: number;
}

/** The stage of the ActionScript player. */
const STAGE: Size = { width: 480, height: 270 };

/** Returns a film's place on the stage: whole, as large as there is room for, in the middle. */
export function placeOnStage({ width, height }: Size): Record<string, string> {
  const scale = Math.min(STAGE.width / width, STAGE.height / height);
  const [w, h] = [width * scale, height * scale];
  return {
    screen_x: String((STAGE.width - w) / 2),
    screen_y: String((STAGE.height - h) / 2),
    screen_width: String(w),
    screen_height: String(h),
  };
}

const NUMBER = 0;
/** The number of bytes at the start of a film that are searched for metadata. */
const SEARCH_BYTES = 4096;

/** Returns the size from an FLV's metadata; without one, the stage's. */
export function filmSize(film: ArrayBuffer): Size {
  const width = metaNumber(film, "width");
  const height = metaNumber(film, "height");
  return width !== null && height !== null ? { width, height } : STAGE;
}

function metaNumber(film: ArrayBuffer, name: string): number | null {
  const view = new DataView(film);
  const end = Math.min(film.byteLength, SEARCH_BYTES) - name.length - 11;
  for (let at = 0; at <= end; at++) {
    if (view.getUint16(at) !== name.length) continue;
    if (!Array.from(name).every((sign, i) => view.getUint8(at + 2 + i) === sign.charCodeAt(0))) {
      continue;
    }
    const value = at + 2 + name.length;
    if (view.getUint8(value) !== NUMBER) continue;
    const number = view.getFloat64(value + 1);
    return number > 0 && number < 10_000 ? number : null;
  }
  return null;
}

export const SPEEDS = [0.5, 0.75, 1, 1.25, 1.5, 2] as const;

/** Feeds a media element and returns a function that stops it; calls `fail` at most once. */
export type Feed = (
  element: HTMLMediaElement,
  address: string,
  fail: (why: MediaFailure) => void,
) => () => void;
