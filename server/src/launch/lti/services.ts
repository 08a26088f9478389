import type { FastifyInstance } from "fastify";
import { serveLineItems } from "./line-items.ts";
import { serveMembers } from "./members.ts";
import { serveScores } from "./scores.ts";
import { answerServiceErrors } from "./service.ts";
import { serveToken } from "./token.ts";
import { MEDIA } from "./vocabulary.ts";

/** What the servers of tools call: keys, tokens, members, grades. Registered apart, since it answers faults in its own way. */
export async function ltiServices(scope: FastifyInstance): Promise<void> {
  answerServiceErrors(scope);
  scope.addContentTypeParser(
    [MEDIA.lineItem, MEDIA.score],
    { parseAs: "string" },
    scope.getDefaultJsonParser("error", "error"),
  );
  scope.get("/lti/jwks", async (_request, reply) =>
    reply
      .header("cache-control", "public, max-age=300")
      .type("application/json; charset=utf-8")
      .send(JSON.stringify(await scope.signingKeys.publicSet())),
  );
  serveToken(scope);
  serveMembers(scope);
  serveLineItems(scope);
  serveScores(scope);
}
