import cors from "@fastify/cors";
import type { FastifyInstance } from "fastify";
import { DECLARED_HEADER } from "#contract";

const ASK_AGAIN_S = 86_400;

/**
 * Lets pages of the configured origins call this server: those whose API address is another host's (RQ-02). Everyone
 * else's browser keeps the answers from the page that asked. Without origins there is nothing to allow.
 */
export async function allowOtherOrigins(
  app: FastifyInstance,
  origins: readonly string[],
): Promise<void> {
  if (origins.length === 0) return;
  await app.register(cors, {
    origin: [...origins],
    credentials: true,
    methods: ["GET", "HEAD", "POST", "PUT"],
    allowedHeaders: ["authorization", "client", "content-type", "identity", "if-none-match"],
    exposedHeaders: ["etag", "retry-after", "x-request-id", DECLARED_HEADER],
    maxAge: ASK_AGAIN_S,
  });
}
