import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/**
 * The first of a test worker's own ports: below those that systems assign to outgoing connections, and apart from those of
 * other workers, so that none is taken between the check and its use seconds later.
 */
const FIRST = 20_000 + (Number(process.env["VITEST_POOL_ID"] ?? 0) % 10) * 1000;
const COUNT = 1000;
/** Ports that were returned: each is so once, though nobody listens there yet. */
const given = new Set<number>();

/** Returns a port of this machine on which nobody listens, and which no other call returns. */
export async function freePort(): Promise<number> {
  if (given.size === COUNT) given.clear();
  const port = FIRST + randomInt(COUNT);
  if (given.has(port)) return freePort();
  given.add(port);
  const probe = createServer();
  const isFree = await new Promise<boolean>((resolve) => {
    probe.once("error", () => resolve(false)).listen(port, "127.0.0.1", () => resolve(true));
  });
  if (!isFree) return freePort();
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
