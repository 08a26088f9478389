import type { FastifyInstance } from "fastify";
import { Type, type Static } from "typebox";
import { withBody } from "../../http/call-schemas.ts";
import { keepScore, readScores } from "./grade-queries.ts";
import { lineItemAddress, lineItemOf } from "./line-items.ts";
import { learnersBySubject } from "./members.ts";
import { nextPage, pageOf, sendPage, serviceCall, ServiceRefusal, text } from "./service.ts";
import { MEDIA, SCOPES } from "./vocabulary.ts";

const ONE = "/lti/contexts/:context/line-items/:item";
/** Milliseconds by which a tool's clock may be ahead. */
const MAX_CLOCK_SKEW_MS = 5 * 60_000;

const Points = (least: object) => Type.Number({ maximum: 1e9, ...least });
const Score = Type.Object({
  userId: Type.String({ minLength: 1, maxLength: 255 }),
  scoreGiven: Type.Optional(Points({ minimum: 0 })),
  scoreMaximum: Type.Optional(Points({ exclusiveMinimum: 0 })),
  comment: Type.Optional(Type.String({ maxLength: 4000 })),
  timestamp: Type.String({ format: "date-time" }),
  activityProgress: Type.Enum(["Initialized", "Started", "InProgress", "Submitted", "Completed"]),
  gradingProgress: Type.Enum(["NotReady", "Failed", "Pending", "PendingManual", "FullyGraded"]),
});

/** Serves scores of pupils, and reading of results (Assignment and Grade Services 2.0). */
export function serveScores(scope: FastifyInstance): void {
  scope.post(`${ONE}/scores`, withBody(Score), async (request, reply) => {
    const { tool, context } = await serviceCall(scope, request, [SCOPES.score]);
    const row = await lineItemOf(scope, request, context);
    const score = request.body as Static<typeof Score>;
    const { scoreGiven, scoreMaximum, comment = "" } = score;
    if (scoreGiven !== undefined && scoreMaximum === undefined) {
      throw new ServiceRefusal(400, "invalid_request", "scoreGiven wants scoreMaximum");
    }
    if (comment.includes("\u0000")) {
      throw new ServiceRefusal(400, "invalid_request", "a text cannot be kept");
    }
    const scored_at = new Date(score.timestamp);
    if (scored_at.getTime() > scope.now().getTime() + MAX_CLOCK_SKEW_MS) {
      throw new ServiceRefusal(400, "invalid_request", "timestamp lies in the future");
    }
    const learners = await learnersBySubject(scope, tool.entry.id, context);
    const user_id = learners.get(score.userId);
    if (user_id === undefined) {
      throw new ServiceRefusal(404, "not_found", "there is no such learner in the context");
    }
    const kept = await keepScore(scope.db, {
      school_id: row.school_id,
      line_item_id: row.id,
      user_id,
      score_given: scoreGiven ?? null,
      score_maximum: scoreMaximum ?? null,
      comment,
      activity_progress: score.activityProgress,
      grading_progress: score.gradingProgress,
      scored_at,
    });
    if (!kept) throw new ServiceRefusal(409, "conflict", "there is a newer score");
    return reply.code(204).send();
  });

  scope.get(`${ONE}/results`, async (request, reply) => {
    const call = await serviceCall(scope, request, [SCOPES.result]);
    const row = await lineItemOf(scope, request, call.context);
    const query = request.query as Record<string, unknown>;
    const page = pageOf(query);
    const wanted = text(query, "user_id");
    const learners = await learnersBySubject(scope, call.tool.entry.id, call.context);
    const asked = [...learners].filter(([subject]) => wanted === undefined || subject === wanted);
    const subjects = new Map(asked.map(([subject, user_id]) => [user_id, subject]));
    const scores = await readScores(scope.db, row, [...subjects.keys()]);
    const lineItem = lineItemAddress(call, row.id);
    const results = scores.slice(page.offset, page.offset + page.limit).map((score) => {
      const subject = subjects.get(score.user_id);
      const { score_given, score_maximum, comment } = score;
      return {
        id: `${lineItem}/results/${subject}`,
        scoreOf: lineItem,
        userId: subject,
        resultScore: ((score_given ?? 0) * row.score_maximum) / (score_maximum ?? 1),
        resultMaximum: row.score_maximum,
        ...(comment !== "" && { comment }),
      };
    });
    return sendPage(reply, {
      media: MEDIA.results,
      body: results,
      next:
        scores.length > page.offset + page.limit
          ? nextPage(`${lineItem}/results`, query, page)
          : undefined,
    });
  });
}
