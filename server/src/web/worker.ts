/** What the service worker may do: load the page's own files, and nothing else. A worker's policy is its own, not the page's. */
export const WORKER_POLICY =
  "default-src 'none'; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'";

/** Sent in the worker's place where the operator wants none (`SERVICE_WORKER=off`): takes itself away with all that was kept. */
export const NO_WORKER = `self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(leave()));
async function leave() {
  const names = (await caches.keys()).filter((name) => name.startsWith("schoolgate-"));
  await Promise.all(names.map((name) => caches.delete(name)));
  await self.registration.unregister();
}
`;
