import { DEVICES, isVersion, RELEASE_NOTES_MAX, RELEASE_URL_MAX, releaseFault } from "#contract";
import { choice, command, flag, Misused, read, required } from "./command.ts";

const DEVICE = choice(DEVICES, "哪种设备");
const version = (about: string) =>
  read("版本", about, (typed) => (isVersion(typed) ? typed : undefined), " 2.4.0 这样的版本");

export const RELEASE_COMMANDS = [
  command("admin release publish", {
    about:
      "发布一个版本\nweb 由正在运行的网页自己登记，这里只为已经登记的构建补写说明和要求，不写 --url。",
    options: {
      device: required(DEVICE),
      version: required(version("如 2.4.0、2.4.0-beta.2，网页的构建如 0.1.0+Bkavo0l6")),
      url: read(
        "下载地址",
        "从哪里下载",
        (typed) => (isWebAddress(typed) ? typed : undefined),
        ` http:// 或 https:// 开头、不超过 ${RELEASE_URL_MAX} 个字符的地址`,
      ),
      "min-version": version("低于它的必须更新；不写则沿用现行版本的"),
      notes: read(
        "说明",
        `最多 ${RELEASE_NOTES_MAX} 个字`,
        (typed) => (typed.length <= RELEASE_NOTES_MAX ? typed : undefined),
        `不超过 ${RELEASE_NOTES_MAX} 个字的说明`,
      ),
      force: flag("要求其他版本都更新"),
    },
    run: async (given, { onDatabase, now }) => {
      const { device, version, url, "min-version": least, notes = "", force = false } = given;
      const fault = releaseFault({ device, version, min_version: least, url });
      if (fault !== undefined) throw new Misused(`${fault}。`);
      const { publish } = await import("../release/publish.ts");
      const asked = {
        ...{ device, version, notes, force },
        ...(url !== undefined && { url }),
        ...(least !== undefined && { min_version: least }),
      };
      await onDatabase((db) => publish(db, asked, now()));
      return `已发布：${device} ${version}`;
    },
  }),
  command("admin release list", {
    about: "列出发布过的版本，现行的打 * 号",
    options: { device: DEVICE },
    run: async ({ device }, { onDatabase }) => {
      const { listReleases } = await import("../release/publish.ts");
      return onDatabase((db) => listReleases(db, device));
    },
  }),
  command("admin release withdraw", {
    about: "撤回一个版本，前一个重新成为现行版本",
    options: { device: required(DEVICE), version: required(version("要撤回的版本")) },
    run: async ({ device, version }, { onDatabase, now }) => {
      const { withdraw } = await import("../release/publish.ts");
      const next = await onDatabase((db) => withdraw(db, { device, version }, now()));
      return `已撤回：${device} ${version}\n现行版本：${next ?? "没有"}`;
    },
  }),
];

function isWebAddress(typed: string): boolean {
  const url = URL.parse(typed);
  return url !== null && /^https?:$/.test(url.protocol) && typed.length <= RELEASE_URL_MAX;
}
