/** A failure in words, and what the person can do about it. */
export interface Trouble {
  what: string;
  todo: string;
}

const CAMERA_OR_MICROPHONE: Readonly<Record<string, Trouble>> = {
  NotAllowedError: {
    what: "没有得到使用摄像头或麦克风的许可。",
    todo: "请点地址栏左边的图标，把摄像头和麦克风改为“允许”，再试一次；也请在系统的隐私设置里允许浏览器使用。",
  },
  NotFoundError: {
    what: "没有找到摄像头或麦克风。",
    todo: "请插好设备，或在系统的声音与摄像头设置里启用它，再点“重新检查”。",
  },
  NotReadableError: {
    what: "设备打不开，可能正被别的程序使用。",
    todo: "请关闭正在用摄像头的程序（会议、直播、录屏），或拔下重插，再试一次。",
  },
  OverconstrainedError: {
    what: "设备做不到所要求的分辨率，或者选的设备已经不在了。",
    todo: "请换一个分辨率或设备。",
  },
  AbortError: { what: "设备在打开时中断了。", todo: "请拔下重插后再试一次。" },
  TypeError: { what: "没有选择任何设备。", todo: "请至少打开摄像头和麦克风中的一个。" },
};

export const NO_MEDIA_DEVICES: Trouble = {
  what: "这个页面不能使用摄像头和麦克风。",
  todo: "请用 https 地址打开平台；如果已经是 https，请换用新版的 Chrome、Edge 或 Safari。",
};

export const NO_WEBRTC: Trouble = {
  what: "这个浏览器没有实时视频能力，或被管理员关闭了。",
  todo: "请换用新版的 Chrome、Edge、Firefox 或 Safari，或请管理员允许 WebRTC。",
};

export const NOT_CONNECTED: Trouble = {
  what: "页面内的两端没有连上。",
  todo: "请先打开摄像头预览再试（浏览器在得到许可后才给出真实地址）；仍然不行，请检查防火墙或安全软件是否拦截了 UDP。",
};

/** Explains a failure of a media device to a person. */
export function deviceTrouble(error: unknown): Trouble {
  const name = error instanceof Error || isDomException(error) ? error.name : "";
  return (
    CAMERA_OR_MICROPHONE[name] ?? {
      what: `打开设备时出了意外（${name || "原因不明"}）。`,
      todo: "请重新打开浏览器再试；仍然不行，把报告发给技术支持。",
    }
  );
}

function isDomException(error: unknown): error is { name: string } {
  return typeof error === "object" && error !== null && "name" in error;
}
