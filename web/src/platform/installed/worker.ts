/** The service worker of this page: it keeps the shell for when there is no network. */

/** The time-out in ms for a worker's answer; an old or a foreign one does not answer. */
const ANSWER_WITHIN_MS = 2000;
const KEPT_BY_WORKER = /^schoolgate-/;

/** Returns whether service workers are available: browsers have them on https and on localhost only. */
export function canInstall(): boolean {
  return window.isSecureContext && "serviceWorker" in navigator;
}

/** Registers the worker at `address`; calls back with the version of each one that waits to take over. */
export async function startWorker(
  address: string,
  onWaiting: (version: string) => void,
): Promise<void> {
  if (navigator.serviceWorker.controller === null) handOverLoaded();
  const registration = await navigator.serviceWorker.register(address, { updateViaCache: "none" });
  const notify = async () => {
    const { waiting } = registration;
    if (waiting === null || navigator.serviceWorker.controller === null) return;
    const version = await versionOf(waiting);
    if (version !== null) onWaiting(version);
  };
  registration.addEventListener("updatefound", () => {
    const { installing } = registration;
    installing?.addEventListener("statechange", () => {
      if (installing.state === "installed") void notify();
    });
  });
  await notify();
}

/** Gives the first worker, once it controls the page, the addresses of what was loaded without it, to keep these too. */
function handOverLoaded(): void {
  const { serviceWorker } = navigator;
  const handOver = () => {
    const inCharge = performance.now();
    const loaded = new PerformanceObserver((list) => {
      const earlier = list.getEntries().filter(({ startTime }) => startTime <= inCharge);
      if (earlier.length > 0)
        serviceWorker.controller?.postMessage(earlier.map(({ name }) => name));
    });
    loaded.observe({ type: "resource", buffered: true });
  };
  serviceWorker.addEventListener("controllerchange", handOver, { once: true });
}

/** Checks whether the server has a newer worker. */
export async function lookForNewWorker(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  await registration?.update().catch(() => {});
}

/** Activates the waiting worker; resolves when it controls the page or the time is over. */
export async function letWorkerTakeOver(): Promise<void> {
  const waiting = (await navigator.serviceWorker.getRegistration())?.waiting;
  if (!waiting) return;
  await new Promise<void>((resolve) => {
    navigator.serviceWorker.addEventListener("controllerchange", () => resolve(), { once: true });
    setTimeout(resolve, ANSWER_WITHIN_MS);
    waiting.postMessage("take-over");
  });
}

/** Removes the worker and its caches, where the operator wants none. */
export async function removeWorker(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  await registration?.unregister();
  const names = (await caches.keys()).filter((name) => KEPT_BY_WORKER.test(name));
  await Promise.all(names.map((name) => caches.delete(name)));
}

function versionOf(worker: ServiceWorker): Promise<string | null> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }: MessageEvent<unknown>) =>
      resolve(typeof data === "string" ? data : null);
    setTimeout(() => resolve(null), ANSWER_WITHIN_MS);
    worker.postMessage("version", [port2]);
  });
}

/** Answers the worker's questions: whether this tab has something unsaved, and that the browser has another subscription to web push. */
export function answerWorker(hasUnsaved: () => boolean, onPushChanged: () => void): void {
  navigator.serviceWorker.addEventListener("message", ({ data, ports }: MessageEvent<unknown>) => {
    if (data === "unsaved") ports[0]?.postMessage(hasUnsaved());
    if (data === "push-changed") onPushChanged();
  });
}

/** Ends this browser's subscription to web push, if it has one (IN-05); the server forgets it with the session. */
export async function endPush(): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  const registration = await navigator.serviceWorker.getRegistration();
  const subscription = await registration?.pushManager?.getSubscription();
  await subscription?.unsubscribe();
}
