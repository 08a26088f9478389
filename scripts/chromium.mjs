// The browser of the tests and benchmarks: one that is installed, else one that can be.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { apt, isDebian } from "./debian.mjs";
import { keptChromium, packedChromium } from "./packed-chromium.ts";

/**
 * Chromium without windows draws the same page with half the processor time; npm's, built as a release is, takes three
 * quarters of what Debian's takes (docs/decisions/062).
 */
const WITHOUT_WINDOWS = "chromium-headless-shell";
const PACKED = 153;
const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];

/**
 * Returns where a Chromium is that really starts: `CHROMIUM_PATH`, the usual names, Playwright's own. A `whole` one also
 * asks for permissions, installs pages and measures as people's browsers do; for all else the one without windows is first.
 * @param {"whole"} [kind]
 * @returns {Promise<string | undefined>}
 */
export async function findChromium(kind) {
  const named = process.env["CHROMIUM_PATH"];
  if (named) {
    if (starts(named)) return named;
    throw new Error(
      `环境变量 CHROMIUM_PATH 指向的 ${named} 不能运行，请改为浏览器可执行文件的路径。`,
    );
  }
  const folders = (process.env["PATH"] ?? "").split(path.delimiter).filter(Boolean);
  const names = kind === "whole" ? NAMES : [WITHOUT_WINDOWS, ...NAMES];
  const installed = names.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  const packed = kind === "whole" ? undefined : keptChromium(PACKED);
  return [...(packed ? [packed] : []), ...installed, await playwrightsOwn()].find(
    (candidate) => existsSync(candidate) && starts(candidate),
  );
}

/**
 * Installs what is missing: a whole Chromium, Debian's package where possible, else Playwright's own, and one without windows.
 * Throws one clear sentence.
 */
export async function ensureChromium() {
  if (!process.env["CHROMIUM_PATH"]) await packedChromium(PACKED);
  if ((await findChromium("whole")) === undefined) await installWhole();
}

async function installWhole() {
  console.log("没有找到 Chromium，正在安装（约 200 MB）……");
  const without = keptChromium(PACKED) ? [] : [WITHOUT_WINDOWS];
  if (isDebian() && apt(["chromium", ...without, "fonts-noto-cjk"]) && (await findChromium()))
    return;
  const asRoot = process.getuid?.() === 0 ? ["--with-deps"] : [];
  const cli = path.resolve("node_modules/playwright-core/cli.js");
  spawnSync(process.execPath, [cli, "install", ...asRoot, "chromium"], { stdio: "inherit" });
  if (await findChromium()) return;
  throw new Error(
    "测试需要 Chromium，自动安装没有成功：请自行安装 Chromium 或 Chrome，并用环境变量 CHROMIUM_PATH 指明它的路径。",
  );
}

/** Warns when there is no Chinese font: the pictures would show boxes, but the tests are valid. */
export function ensureFonts() {
  if (process.platform !== "linux" || hasChineseFont()) return;
  if (isDebian()) apt(["fonts-noto-cjk", "fontconfig"]);
  if (!hasChineseFont()) console.warn("提示：没有找到中文字体，截图里的汉字会显示为方框。");
}

function hasChineseFont() {
  const { status, stdout } = spawnSync("fc-list", [":lang=zh"], { encoding: "utf8" });
  return status === 0 && stdout.trim() !== "";
}

async function playwrightsOwn() {
  const { chromium } = await import("playwright-core");
  return chromium.executablePath();
}

// Ubuntu's `chromium` is a script that only says how to get the real one
/** @param {string} candidate */
function starts(candidate) {
  return spawnSync(candidate, ["--version"], { timeout: 20_000 }).status === 0;
}
