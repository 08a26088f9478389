import { isVersion, type Device } from "#contract";
import { openShell } from "../../platform/shell.ts";

/** The product's version, by the build. */
declare const PRODUCT_VERSION: string;

/** The installed version of page or client, which may be out of date. */
export interface Installation {
  device: Device;
  version: string;
}

const ENTRY = /\/assets\/index-([\w-]+)\.js$/;

/** This page: the product's version and the hash in its entry's name, as the server announces it. Null in development. */
export function pageInstallation(): Installation | null {
  const scripts = document.querySelectorAll<HTMLScriptElement>('script[type="module"][src]');
  for (const { src } of scripts) {
    const hash = ENTRY.exec(src)?.[1];
    if (hash !== undefined) return { device: "web", version: `${PRODUCT_VERSION}+${hash}` };
  }
  return null;
}

/** Returns whether the server serves this very build: during a rollout another node may have announced a build that this one lacks. */
export async function isServed(version: string): Promise<boolean> {
  const hash = version.split("+")[1];
  try {
    const answer = await fetch(import.meta.env.BASE_URL, { cache: "no-store" });
    return answer.ok && (await answer.text()).includes(`/assets/index-${hash}.js`);
  } catch {
    return false;
  }
}

/** The client around this page, when it has said which version it is; null without one. */
export async function shellInstallation(): Promise<Installation | null> {
  const shell = await openShell();
  const device = shell === null ? null : shellDevice(shell.transport);
  if (shell === null || device === null) return null;
  // the handshake may still be under way
  await shell.hello().catch(() => {});
  const { state } = shell.snapshot();
  const version = "appVersion" in state ? state.appVersion : "";
  return isVersion(version) ? { device, version } : null;
}

function shellDevice(transport: string): Device | null {
  if (transport === "webkit") return "ios";
  if (transport === "android") return "android";
  return window.schoolgateShell?.kind === "mobile" ? null : "pc";
}
