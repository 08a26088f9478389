import type { ModuleContext } from "../../web/src/features/module-container/platform-module.ts";

/** Returns the address of an app's icon or a person's picture: an uploaded one is at the API, the platform's own below its base. */
export function iconAddress(
  { base, fileAddress }: Pick<ModuleContext, "base" | "fileAddress">,
  icon: string,
): string {
  return /^(https?:|\/)/.test(icon) ? fileAddress(icon) : base + icon;
}
