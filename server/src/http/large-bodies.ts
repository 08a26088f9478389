import type { FastifyReply, FastifyRequest } from "fastify";
import type { SelfCaller } from "../session/caller.ts";
import { Refusal } from "./refusal.ts";

/** Bytes of a body from which on few are held at once. */
const LARGE = 4 * 1024 * 1024;
/** Requests of one person, and of all on a node, whose bodies are held in memory at once. */
export const OF_PERSON = 2;
const AT_ONCE = 8;
const COME_BACK_SECONDS = 10;

interface Held {
  user_id: string;
  isHandled: boolean;
}

const held = new Map<FastifyRequest, Held>();

/** Returns whether bodies of at most so many bytes are limited in number. */
export function isLarge(bodyLimit: number | undefined): boolean {
  return bodyLimit !== undefined && bodyLimit > LARGE;
}

/**
 * Refuses a request that may bring a large body where too many are under way: each is held until it is answered, and its
 * file waits its turn meanwhile. Comes before the body is read, and after its sender is known.
 */
export function takePlace(
  request: FastifyRequest,
  reply: FastifyReply,
  done: (error?: Error) => void,
): void {
  const { user_id } = request.caller as SelfCaller;
  const retryAfter = COME_BACK_SECONDS;
  if ([...held.values()].filter((one) => one.user_id === user_id).length >= OF_PERSON) {
    done(new Refusal("tooMany", { msg: "您还有文件正在读取，请等它读完再试", retryAfter }));
    return;
  }
  if (held.size >= AT_ONCE) {
    done(new Refusal("notReady", { msg: "正在读取的文件较多，请稍后再试", retryAfter }));
    return;
  }
  const place = { user_id, isHandled: false };
  held.set(request, place);
  // one that is cut off while it is worked on is held until that ends
  reply.raw.once("close", () => {
    if (!place.isHandled) held.delete(request);
  });
  done();
}

/** Does the work of a request, and gives its place up afterwards. */
export async function inPlace<T>(request: FastifyRequest, work: () => T | Promise<T>): Promise<T> {
  const place = held.get(request);
  if (place !== undefined) place.isHandled = true;
  try {
    return await work();
  } finally {
    held.delete(request);
  }
}
