import { readUpdateInfo, updateFor, type Device, type Release } from "#contract";
import { send } from "../../api/client.ts";
import { lookForNewWorker } from "../../platform/installed/worker.ts";
import { isServed, pageInstallation, shellInstallation } from "./installation.ts";
import { makeOffer, withdrawOffer } from "./offers.ts";

/** Reads the releases published for this page and for the client around it, and offers newer ones. */
export async function lookForReleases(): Promise<void> {
  const page = pageInstallation();
  const shell = await shellInstallation();
  const [forPage, forShell] = await Promise.all([
    page === null ? undefined : present("web"),
    shell === null ? undefined : present(shell.device),
  ]);
  if (shell !== null && forShell !== undefined) {
    const update = updateFor(shell.version, forShell);
    if (forShell === null || update === "none") withdrawOffer(shell.device);
    else makeOffer({ ...forShell, needed: update === "needed" });
  }
  if (page === null || forPage === undefined) return;
  const update = updateFor(page.version, forPage);
  if (forPage === null || update === "none") return withdrawOffer("web");
  // a page that another node does not have yet would come back as it was
  if (!(await isServed(forPage.version))) return;
  void lookForNewWorker();
  makeOffer({ ...forPage, needed: update === "needed" });
}

/** Reads a device's current release; undefined when it cannot be read now. */
async function present(device: Device): Promise<Release | null | undefined> {
  try {
    return await send(readUpdateInfo, { device }, { quietGeneral: true, quietError: true });
  } catch {
    return undefined;
  }
}
