import { parseArgs } from "node:util";
import { compareVersions, DEVICES, isVersion, type Device } from "#contract";

/** What `npm run admin -- release` was asked for. */
export type ReleaseCommand =
  | {
      do: "publish";
      device: Device;
      version: string;
      min_version?: string;
      force: boolean;
      notes: string;
      /** Absent for the page, which is where it is. */
      url?: string;
    }
  | { do: "list"; device?: Device }
  | { do: "withdraw"; device: Device; version: string };

export const USAGE = `用法：
  npm run admin -- release publish --device 设备 --version 版本 --url 下载地址
                                   [--min-version 版本] [--notes 说明] [--force]
      发布一个版本。低于 --min-version 的必须更新（不写则沿用现行版本的）；--force 要求其他版本都更新。
      设备为 ${DEVICES.join("、")}。web 由正在运行的网页自己登记，这里只为已经登记的构建补写说明和要求，不写 --url。
  npm run admin -- release list [--device 设备]
      列出发布过的版本，现行的打 * 号。
  npm run admin -- release withdraw --device 设备 --version 版本
      撤回一个版本，前一个重新成为现行版本。
版本如 2.4.0、2.4.0-beta.2，网页的构建如 0.1.0+Bkavo0l6。`;

const NOTES_AT_MOST = 500;
const URL_AT_MOST = 500;

/** Reads the command line; undefined when it is not of a form that `USAGE` shows. */
export function readCommand(args: readonly string[]): ReleaseCommand | undefined {
  const given = read(args);
  const [verb, ...more] = given?.positionals ?? [];
  if (given === undefined || more.length > 0) return undefined;
  const { device: named, version = "", ...rest } = given.values;
  const device = DEVICES.find((one) => one === named);
  if (named !== undefined && device === undefined) return undefined;
  if (verb === "list") {
    const alone = version === "" && Object.keys(rest).length === 0;
    return alone ? { do: verb, ...(device !== undefined && { device }) } : undefined;
  }
  if (device === undefined || !isVersion(version)) return undefined;
  if (verb === "withdraw") {
    return Object.keys(rest).length === 0 ? { do: verb, device, version } : undefined;
  }
  return verb === "publish" ? readPublish(device, version, rest) : undefined;
}

function readPublish(
  device: Device,
  version: string,
  given: { "min-version"?: string; notes?: string; url?: string; force?: boolean },
): ReleaseCommand | undefined {
  const { "min-version": least, notes = "", url, force = false } = given;
  // a floor above the release itself would ask everybody to update to what must be updated
  if (least !== undefined && !(isVersion(least) && compareVersions(least, version) <= 0)) {
    return undefined;
  }
  if ((device === "web") !== (url === undefined)) return undefined;
  if (url !== undefined && !isWebAddress(url)) return undefined;
  if (notes.length > NOTES_AT_MOST) return undefined;
  return {
    do: "publish",
    device,
    version,
    force,
    notes: notes.trim(),
    ...(least !== undefined && { min_version: least }),
    ...(url !== undefined && { url }),
  };
}

function isWebAddress(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && text.length <= URL_AT_MOST;
}

function read(args: readonly string[]) {
  const text = { type: "string" } as const;
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        device: text,
        version: text,
        "min-version": text,
        notes: text,
        url: text,
        force: { type: "boolean" },
      },
    });
  } catch {
    return undefined;
  }
}
