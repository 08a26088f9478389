import { currentPath } from "../../../platform/navigation.ts";
import { platformEntry } from "../../../session/platform-entry.ts";
import { session } from "../../../session/session.ts";
import type { Fact } from "../parts/facts.ts";
import { maskText } from "./masking.ts";
import { bytesText, clockFact, featuresFact } from "./rules.ts";

interface Hints {
  connection?: { effectiveType?: string; downlink?: number; rtt?: number };
  deviceMemory?: number;
  userAgentData?: { brands?: { brand: string; version: string }[]; platform?: string };
}

/** Facts of the browser, the device and this page that are known at once. */
export function environmentFacts(): Fact[] {
  const { screen, devicePixelRatio, innerWidth, innerHeight, isSecureContext } = window;
  const hints = navigator as Navigator & Hints;
  const brands = hints.userAgentData?.brands?.map(({ brand, version }) => `${brand} ${version}`);
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const { identity, authData } = session.getState();
  const wants = (query: string) => window.matchMedia(`(${query})`).matches;
  return [
    { name: "浏览器", value: navigator.userAgent },
    { name: "浏览器品牌", value: brands?.join("，") ?? "浏览器未提供" },
    { name: "平台", value: hints.userAgentData?.platform ?? navigator.platform },
    { name: "语言", value: navigator.languages.join("，") },
    { name: "时区", value: `${timeZone}，UTC${offsetText(-new Date().getTimezoneOffset())}` },
    { name: "屏幕", value: `${screen.width}×${screen.height}，${screen.colorDepth} 位色` },
    { name: "窗口", value: `${innerWidth}×${innerHeight}，像素比 ${devicePixelRatio}` },
    { name: "触点", value: String(navigator.maxTouchPoints) },
    {
      name: "处理器与内存",
      value: `${navigator.hardwareConcurrency} 核，${memoryText(hints.deviceMemory)}`,
    },
    {
      name: "网络",
      value: navigator.onLine ? `在线${connectionText(hints.connection)}` : "离线",
      state: navigator.onLine ? "good" : "bad",
    },
    isSecureContext
      ? { name: "安全连接", value: "是", state: "good" }
      : {
          name: "安全连接",
          value: "否：摄像头、麦克风和剪贴板不可用，请改用 https 地址",
          state: "bad",
        },
    {
      name: "Cookie",
      value: navigator.cookieEnabled ? "允许" : "被禁止",
      state: navigator.cookieEnabled ? "good" : "note",
    },
    {
      name: "显示偏好",
      value: [
        wants("prefers-reduced-motion: reduce") ? "减少动画" : "动画照常",
        wants("prefers-color-scheme: dark") ? "系统为深色" : "系统为浅色",
        wants("forced-colors: active") ? "强制颜色" : "颜色照常",
      ].join("，"),
    },
    featuresFact(features()),
    {
      name: "页面地址",
      value: maskText(`${window.location.origin}${window.location.pathname}#${currentPath()}`),
    },
    { name: "页面版本", value: entryScript() },
    { name: "接口地址", value: platformEntry.getState().global.apiServer || "与页面同源" },
    { name: "当前身份", value: identity ?? "无" },
    { name: "权限", value: authData?.permissions?.join("，") || "无" },
  ];
}

/** Facts that take a moment: room for storage, and the clock against the server's. */
export async function slowFacts(): Promise<Fact[]> {
  return Promise.all([storageFact(), askClock()]);
}

async function storageFact(): Promise<Fact> {
  const name = "存储空间";
  try {
    const { usage, quota } = await navigator.storage.estimate();
    return { name, value: `已用 ${bytesText(usage)}，可用 ${bytesText(quota)}` };
  } catch {
    return { name, value: "浏览器未提供", state: "note" };
  }
}

async function askClock(): Promise<Fact> {
  const before = Date.now();
  try {
    const answer = await fetch(`${import.meta.env.BASE_URL}config.json`, {
      method: "HEAD",
      cache: "no-store",
    });
    return clockFact(answer.headers.get("date"), before, Date.now());
  } catch {
    return clockFact(null, before, before);
  }
}

function features(): Record<string, boolean> {
  return {
    WebRTC: "RTCPeerConnection" in window,
    摄像头接口: navigator.mediaDevices !== undefined,
    WebAssembly: "WebAssembly" in window,
    WebGL: hasWebGl(),
    IndexedDB: "indexedDB" in window,
    ServiceWorker: "serviceWorker" in navigator,
    BroadcastChannel: "BroadcastChannel" in window,
    Worker: "Worker" in window,
    剪贴板: navigator.clipboard !== undefined,
    全屏: document.fullscreenEnabled,
    通行密钥: "PublicKeyCredential" in window,
    媒体扩展: "MediaSource" in window,
  };
}

function hasWebGl(): boolean {
  const context = document.createElement("canvas").getContext("webgl");
  // The browser allows only a few at once.
  context?.getExtension("WEBGL_lose_context")?.loseContext();
  return context !== null;
}

function entryScript(): string {
  const scripts = [...document.querySelectorAll<HTMLScriptElement>("script[type=module][src]")];
  return scripts.map(({ src }) => src.split("/").pop() ?? "").join("，") || "未知";
}

function connectionText(connection: Hints["connection"]): string {
  if (connection === undefined) return "";
  const { effectiveType, downlink, rtt } = connection;
  return `，${effectiveType ?? "未知"}，下行约 ${downlink ?? "?"} Mbit/s，往返约 ${rtt ?? "?"} ms`;
}

function memoryText(gigabytes: number | undefined): string {
  return gigabytes === undefined ? "内存未知" : `内存 ${gigabytes} GB 或更多`;
}

function offsetText(minutes: number): string {
  const sign = minutes < 0 ? "-" : "+";
  const whole = Math.abs(minutes);
  return `${sign}${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
