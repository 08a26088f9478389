import type { FastifyInstance } from "fastify";
import { Refusal } from "./refusal.ts";

/** No call of ours nests deeper; what does could exhaust the stack of whoever walks it. */
const DEEPEST = 16;

/** Reads JSON bodies: an empty one as no input, and neither polluted keys nor bottomless nesting. */
export function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("error", "error");
  app.removeContentTypeParser("application/json");
  app.addContentTypeParser<string>(
    "application/json",
    { parseAs: "string" },
    (request, text, done) => {
      if (text === "") {
        done(null, {});
        return;
      }
      // answers through its callback
      void parse(request, text, (error, body: unknown) => {
        if (error === null && isDeeperThan(body, DEEPEST)) {
          const errors = [{ path: "", message: `嵌套不能超过 ${DEEPEST} 层` }];
          done(new Refusal("badInput", { data: { errors } }));
          return;
        }
        done(error, body);
      });
    },
  );
}

/** Level by level, so that depth costs no stack. */
function isDeeperThan(body: unknown, deepest: number): boolean {
  let level = [body];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > deepest) return true;
    level = level.flatMap((value) =>
      typeof value === "object" && value !== null ? Object.values(value) : [],
    );
    level = level.filter((value) => typeof value === "object" && value !== null);
  }
  return false;
}
