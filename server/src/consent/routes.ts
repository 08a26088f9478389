import type { FastifyInstance } from "fastify";
import { readAgreement } from "#contract";
import { Refusal } from "../http/refusal.ts";
import { serve } from "../http/serve.ts";
import { consentRoutes } from "./consent-routes.ts";
import { findAgreement } from "./queries.ts";
import { shownMarkup } from "./rich-text.ts";

export async function agreementRoutes(app: FastifyInstance): Promise<void> {
  consentRoutes(app);

  serve(app, readAgreement, async ({ input: { type, id } }) => {
    if (type === undefined && id === undefined) {
      const errors = [{ path: "type", message: "type 与 id 须给出其一" }];
      throw new Refusal("badInput", { data: { errors } });
    }
    const agreement = await findAgreement(app.db, { type, id }, app.now());
    if (agreement === undefined) throw new Refusal("notFound");
    const { content, effective_at, ...rest } = agreement;
    // a page shows it as markup: whoever wrote the row, by the command or by SQL, nothing else gets there
    return {
      ...rest,
      content: shownMarkup(content),
      effective_at: effective_at.toISOString(),
    };
  });
}
