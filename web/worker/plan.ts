/** The service worker's way to answer a request; others go to the network as if there were no worker. */
export type Plan =
  /** The page itself: from the network, kept only for when that does not answer. */
  | "page"
  /** A file whose name changes with its content: cached for good. */
  | "hashed"
  /** A picture or colour sheet under a constant name: from the cache at once, updated for the next time. */
  | "lasting"
  /** A file that the page asks for to check it: the cached one is not to be trusted. */
  | "suspect"
  | "leave";

export interface WorkerRequest {
  method: string;
  url: string;
  mode: string;
  cache: string;
  /** True for a request of a range of bytes. */
  partial: boolean;
}

const LASTING = /^(brand|icons|themes)\//;

/** Calls, files of people, media and whatever carries a query never come into a cache: their addresses may hold a secret. */
export function planFor({ method, url, mode, cache, partial }: WorkerRequest, base: string): Plan {
  if (!url.startsWith(base) || url.includes("?")) return "leave";
  const [file = ""] = url.slice(base.length).split("#");
  const hashed = file.startsWith("assets/");
  if (method === "HEAD" && hashed) return "suspect";
  if (method !== "GET" || partial || cache === "no-store") return "leave";
  if (mode === "navigate") return file === "" || file === "index.html" ? "page" : "leave";
  if (hashed) return "hashed";
  return LASTING.test(file) ? "lasting" : "leave";
}
