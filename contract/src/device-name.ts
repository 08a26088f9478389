const SYSTEMS: readonly [RegExp, string][] = [
  [/HarmonyOS|OpenHarmony/i, "鸿蒙设备"],
  [/iPad/i, "iPad"],
  [/iPhone/i, "iPhone"],
  [/Android.*Mobile/i, "安卓手机"],
  [/Android/i, "安卓平板"],
  [/Windows/i, "Windows 电脑"],
  [/Macintosh|Mac OS X/i, "苹果电脑"],
  [/CrOS/i, "Chromebook"],
  [/Linux|X11/i, "Linux 电脑"],
];
/** Browsers by User-Agent, in this order: most browsers name others besides themselves. */
const BROWSERS: readonly [RegExp, string][] = [
  [/MicroMessenger/i, "微信"],
  [/DingTalk/i, "钉钉"],
  [/QQBrowser/i, "QQ 浏览器"],
  [/360SE|360EE|QihooBrowser/i, "360 浏览器"],
  [/Electron|Tauri/i, "客户端"],
  [/Edg\w*\//i, "Edge"],
  [/Firefox|FxiOS/i, "Firefox"],
  [/Chrome|CriOS|Chromium/i, "Chrome"],
  [/Safari/i, "Safari"],
];
const CLIENT_NAMES = { web: "浏览器", pc: "电脑客户端", mobile: "手机客户端" } as const;

/** Returns a device's name, such as `Linux 电脑 · Firefox`, from its User-Agent and the kind of client. */
export function deviceName(client: keyof typeof CLIENT_NAMES, userAgent: string): string {
  const find = (known: typeof SYSTEMS) => known.find(([pattern]) => pattern.test(userAgent))?.[1];
  const browser = client === "web" ? find(BROWSERS) : undefined;
  return [find(SYSTEMS), browser ?? CLIENT_NAMES[client]].filter(Boolean).join(" · ");
}
