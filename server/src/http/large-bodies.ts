import type { FastifyReply, FastifyRequest } from "fastify";
import type { SelfCaller } from "../session/caller.ts";
import { Refusal } from "./refusal.ts";

/** Bytes from which a body counts as large: few of these are in memory at once. */
const LARGE_BYTES = 4 * 1024 * 1024;
/** Large bodies in memory at once: of one person, and of everybody on a node. */
export const MAX_PER_PERSON = 2;
const MAX_PER_NODE = 8;
const RETRY_AFTER_SECONDS = 10;

interface Slot {
  user_id: string;
  isHandled: boolean;
}

const slots = new Map<FastifyRequest, Slot>();

/** Returns whether a route with this body limit (bytes) takes large bodies, which need a slot. */
export function isLarge(bodyLimit: number | undefined): boolean {
  return bodyLimit !== undefined && bodyLimit > LARGE_BYTES;
}

/**
 * Acquires a slot for a large body; refuses with `tooMany` or `notReady` where none is free. The body stays in memory
 * until the request is answered, so the hook runs before the body is read, and after the sender is known.
 */
export function acquireBodySlot(
  request: FastifyRequest,
  reply: FastifyReply,
  done: (error?: Error) => void,
): void {
  const { user_id } = request.caller as SelfCaller;
  const retryAfter = RETRY_AFTER_SECONDS;
  if ([...slots.values()].filter((one) => one.user_id === user_id).length >= MAX_PER_PERSON) {
    done(new Refusal("tooMany", { msg: "您还有文件正在读取，请等它读完再试", retryAfter }));
    return;
  }
  if (slots.size >= MAX_PER_NODE) {
    done(new Refusal("notReady", { msg: "正在读取的文件较多，请稍后再试", retryAfter }));
    return;
  }
  const slot = { user_id, isHandled: false };
  slots.set(request, slot);
  // a handler that still works on the body keeps the slot after the connection has closed
  reply.raw.once("close", () => {
    if (!slot.isHandled) slots.delete(request);
  });
  done();
}

/** Runs a request's handler and releases the request's slot afterwards. */
export async function withBodySlot<T>(
  request: FastifyRequest,
  work: () => T | Promise<T>,
): Promise<T> {
  const slot = slots.get(request);
  if (slot !== undefined) slot.isHandled = true;
  try {
    return await work();
  } finally {
    slots.delete(request);
  }
}
