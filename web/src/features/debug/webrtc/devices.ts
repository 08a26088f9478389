import { useEffect, useState } from "react";
import type { Fact } from "../parts/facts.ts";
import { canCapture } from "./capture.ts";
import { canCall } from "./pair.ts";

export type PermissionWord = PermissionState | "unknown";

export interface Devices {
  list: readonly MediaDeviceInfo[];
  camera: PermissionWord;
  microphone: PermissionWord;
  /** Reads the devices again, as after a permission was given. */
  look(): void;
}

const NAMES = ["camera", "microphone"] as const;

/** The devices and the permissions, followed as they change. */
export function useDevices(): Devices {
  const [list, setList] = useState<readonly MediaDeviceInfo[]>([]);
  const [permissions, setPermissions] = useState<Record<(typeof NAMES)[number], PermissionWord>>({
    camera: "unknown",
    microphone: "unknown",
  });
  const [turn, setTurn] = useState(0);
  const look = () => setTurn((before) => before + 1);

  useEffect(() => {
    if (!canCapture()) return;
    let here = true;
    navigator.mediaDevices.enumerateDevices().then(
      (found) => {
        if (here) setList(found);
      },
      () => {},
    );
    navigator.mediaDevices.addEventListener("devicechange", look);
    return () => {
      here = false;
      navigator.mediaDevices.removeEventListener("devicechange", look);
    };
  }, [turn]);

  useEffect(() => {
    const stop = new AbortController();
    for (const name of NAMES) {
      askPermission(name).then(
        (status) => {
          if (stop.signal.aborted) return;
          const show = () => setPermissions((before) => ({ ...before, [name]: status.state }));
          show();
          status.addEventListener("change", show);
          stop.signal.addEventListener("abort", () => status.removeEventListener("change", show));
        },
        // This browser does not tell.
        () => {},
      );
    }
    return () => stop.abort();
  }, [turn]);

  return { list, ...permissions, look };
}

/** Reads a permission's state; rejects where the browser cannot be asked about it. */
async function askPermission(name: (typeof NAMES)[number]): Promise<PermissionStatus> {
  return navigator.permissions.query({ name });
}

const PERMISSION_FACTS: Record<PermissionWord, Omit<Fact, "name">> = {
  granted: { value: "已允许", state: "good" },
  prompt: { value: "还没有问过", state: "note" },
  denied: { value: "已拒绝，请在地址栏左边改为允许", state: "bad" },
  unknown: { value: "浏览器不说明" },
};

const KINDS: Readonly<Record<MediaDeviceKind, string>> = {
  videoinput: "摄像头",
  audioinput: "麦克风",
  audiooutput: "扬声器",
};

export function deviceFacts({ list, camera, microphone }: Devices): Fact[] {
  const count = (kind: MediaDeviceKind) => list.filter((device) => device.kind === kind).length;
  return [
    { name: "安全连接", ...yesOr("否，请改用 https 地址", window.isSecureContext) },
    { name: "取得媒体", ...yesOr("浏览器没有这个能力", canCapture()) },
    { name: "实时连接", ...yesOr("浏览器没有这个能力", canCall()) },
    { name: "摄像头许可", ...PERMISSION_FACTS[camera] },
    { name: "麦克风许可", ...PERMISSION_FACTS[microphone] },
    ...(Object.keys(KINDS) as MediaDeviceKind[]).map((kind): Fact => {
      const found = count(kind);
      // Outputs are told by few browsers.
      const lacking = found === 0 && kind !== "audiooutput";
      return { name: KINDS[kind], value: `${found} 个`, state: lacking ? "bad" : "good" };
    }),
    ...list.map((device, index) => ({
      name: `设备 ${index + 1}`,
      value: `${KINDS[device.kind]}：${deviceName(device)}`,
    })),
  ];
}

/** Returns a device's name, or a substitute: before permission is given, it has none. */
export function deviceName({ label }: MediaDeviceInfo): string {
  return label === "" ? "（允许使用后才显示名称）" : label;
}

function yesOr(no: string, there: boolean): Omit<Fact, "name"> {
  return there ? { value: "是", state: "good" } : { value: no, state: "bad" };
}
