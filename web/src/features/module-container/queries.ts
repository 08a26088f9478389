import { reportEvents, type Call } from "#contract";
import { send, type SendOptions } from "../../api/client.ts";
import { currentPath } from "../../platform/navigation.ts";
import type { Manifest } from "./manifest.ts";

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
  const act = once ? (await import("./send-once.ts")).sendOnce : send;
  return act({ method, path, anyServer } as Call, input, options);
}

/** Throws a `ModuleCallError` when the module's manifest does not list the call. */
export function checkNamed({ name, calls }: Manifest, { method, path }: Call): void {
  const line = `${method} ${path}`;
  if (calls.includes(line)) return;
  throw Object.assign(new Error(`${name}: ${line}`), { name: "ModuleCallError" });
}
