import { reportEvents, type Call } from "#contract";
import { send, type SendOptions } from "../../api/client.ts";
import { currentPath } from "../../platform/navigation.ts";
import { checkNamed, type Manifest } from "./manifest.ts";

/** Loads the calls that few visits make. */
export const lateCalls = () => import("./late-calls.ts");

/** Reports an event of a module to the operator. Never shows, slows or fails anything. */
export function reportModule(
  event: "module-unknown" | "module-error" | "module-report",
  detail: Record<string, unknown>,
): void {
  const report = { client: "web", event, page: currentPath(), detail };
  send(reportEvents, report, { quietGeneral: true, quietError: true }).catch(() => {});
}

/** Makes a call for a module, if its manifest names the call; its answer or the platform's errors. */
export async function sendFor(
  manifest: Manifest,
  call: Call,
  input: Record<string, unknown>,
  options: SendOptions,
): Promise<unknown> {
  checkNamed(manifest, call);
  // A module describes a call itself: only what is declared here goes on.
  const { method, path, anyServer, once } = call;
  const act = once ? (await lateCalls()).sendOnce : send;
  return act({ method, path, anyServer } as Call, input, options);
}
