import type { FastifyInstance } from "fastify";
import type { FindAccount } from "oidc-provider";
import { claimsFor } from "../claims.ts";
import { liveGrant } from "./grants.ts";

/**
 * Who an app is told about. The account is the person; under which identity, at which school, is the grant's. While a
 * sign-in is under way nothing is told yet; afterwards only as long as the grant stands.
 */
export function accountFinder(app: FastifyInstance): FindAccount {
  return async (_ctx, accountId, token) => {
    if (token === undefined) return { accountId, claims: () => ({ sub: accountId }) };
    const grantId = (token as { grantId?: string }).grantId;
    const grant = grantId === undefined ? undefined : await liveGrant(app.db, grantId, app.now());
    if (grant === undefined || grant.user_id !== accountId) return undefined;
    const entry = await app.catalogue.app(grant.app_id);
    if (entry === undefined) return undefined;
    return {
      accountId,
      // oidc-provider makes the pairwise subject out of the account by itself
      claims: async () => ({ ...(await claimsFor(app, entry, grant)), sub: accountId }),
    };
  };
}
