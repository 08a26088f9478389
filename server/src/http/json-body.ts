import type { FastifyInstance } from "fastify";
import { DEEPEST, isDeeperThan } from "./nesting.ts";
import { Refusal } from "./refusal.ts";

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
