import { reportEvents, type Call } from "#contract";
import { send, type SendOptions } from "../../api/client.ts";
import { currentPath } from "../../platform/navigation.ts";
import type { Manifest } from "./manifest.ts";

/** Tells the operator what happened to a module. Never shows, slows or fails anything. */
export function reportModule(
  event: "module-unknown" | "module-error",
  detail: Record<string, unknown>,
): void {
  const report = { client: "web", event, page: currentPath(), detail };
  send(reportEvents, report, { quietGeneral: true, quietError: true }).catch(() => {});
}

/** Makes a call for a module, if its manifest names the call; its answer or the platform's errors. */
export function sendFor(
  { name, calls }: Manifest,
  call: Call,
  input: Record<string, unknown>,
  options: SendOptions,
): Promise<unknown> {
  const line = `${call.method} ${call.path}`;
  if (!calls.includes(line)) {
    const error = new Error(`The manifest of module ${name} does not name ${line}`);
    return Promise.reject(Object.assign(error, { name: "ModuleCallError" }));
  }
  // A module describes a call itself: only what is declared here goes on.
  const { method, path } = call;
  return send({ method, path } as Call, input as never, options);
}
