import type { BridgeSnapshot, JournalLine, Outcome } from "../../../platform/shell/bridge.ts";
import type { ShellCallback } from "../../../platform/shell/messages.ts";
import type { TransportName } from "../../../platform/shell/transports.ts";
import type { Fact } from "../parts/facts.ts";

const TRANSPORT_NAMES: Record<TransportName, string> = {
  electron: "Electron 预加载脚本",
  injected: "注入对象 schoolgateShell",
  webkit: "WKWebView 消息处理器",
  android: "Android 接口",
  tauri: "Tauri",
};

const OUTCOMES: Record<Outcome, string> = {
  sent: "已发出",
  answered: "已回答",
  "timed-out": "超时，没有回答",
  failed: "没有成功",
  accepted: "已执行",
  foreign: "拒绝：来源不是本页面",
  unasked: "拒绝：没有对应的请求",
  "too-long": "拒绝：内容太长",
  "not-json": "拒绝：不是 JSON",
  "not-ours": "拒绝：不是本协议",
  "bad-shape": "拒绝：格式不对",
  "unknown-type": "拒绝：不在允许的名单里",
};

export const CALLBACK_WORDS: Record<ShellCallback, string> = {
  "need-authorize": "客户端说需要重新登录",
  "authorized-error": "客户端说登录已失效",
};

export interface ShellSight {
  kind: unknown;
  client: "pc" | "web";
  framed: boolean;
  open: readonly TransportName[];
  /** Null without a shell. */
  bridge: { transport: TransportName; snapshot: BridgeSnapshot } | null;
}

/** Returns the bridge's state as facts. */
export function shellFacts({ kind, client, framed, open, bridge }: ShellSight): Fact[] {
  const found: Fact[] = (Object.keys(TRANSPORT_NAMES) as TransportName[]).map((name) => ({
    name: TRANSPORT_NAMES[name],
    value: open.includes(name) ? (bridge?.transport === name ? "有，正在使用" : "有") : "无",
  }));
  return [
    { name: "所在环境", value: placeText(framed, bridge !== null) },
    { name: "客户端声明的类型", value: kindText(kind) },
    { name: "请求头 client", value: client },
    ...found,
    ...(bridge === null ? [] : stateFacts(bridge.snapshot)),
  ];
}

export function journalWords({ direction, type, outcome }: JournalLine) {
  return {
    direction: direction === "out" ? "页面 → 客户端" : "客户端 → 页面",
    type: type === "" ? "（不可读）" : type,
    outcome: OUTCOMES[outcome],
  };
}

function stateFacts({ state }: BridgeSnapshot): Fact[] {
  const name = "握手";
  switch (state.status) {
    case "connecting":
      return [{ name, value: "正在等待客户端回答", state: "note" }];
    case "silent":
      return [{ name, value: "客户端没有回答；退出通知照发，回调照收", state: "note" }];
    case "incompatible":
      return [
        { name, value: "版本不合，请更新客户端；退出通知照发，回调照收", state: "bad" },
        ...namesOf(state),
      ];
    case "connected":
      return [
        { name, value: `成功，协议第 ${state.version} 版`, state: "good" },
        ...namesOf(state),
      ];
  }
}

function namesOf({ name, appVersion }: { name: string; appVersion: string }): Fact[] {
  return [
    { name: "客户端名称", value: name || "未提供" },
    { name: "客户端版本", value: appVersion || "未提供" },
  ];
}

function placeText(framed: boolean, shell: boolean): string {
  if (framed) return "在别的页面的框架里，不与客户端通信";
  return shell ? "在客户端里" : "普通浏览器，没有客户端";
}

function kindText(kind: unknown): string {
  if (kind === "desktop") return "desktop（桌面）";
  if (kind === "mobile") return "mobile（移动）";
  return kind === undefined ? "没有声明，请求按 web 发出" : "声明了不认识的类型，请求按 web 发出";
}
