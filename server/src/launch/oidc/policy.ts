import "./long-term-release.ts";
import type { FastifyInstance } from "fastify";
import { interactionPolicy, type KoaContextWithOIDC } from "oidc-provider";
import { liveGrant } from "./grants.ts";

const { Check, Prompt } = interactionPolicy;
type Grant = InstanceType<KoaContextWithOIDC["oidc"]["provider"]["Grant"]>;

/** Requests with a sign-in that has not ended. */
const standing = new WeakSet<object>();

/**
 * Returns prompts that send every request of an app to `interaction.ts`, which knows the platform's session and the
 * launch: oidc-provider's own session opens nothing. Only an app that asks in the background (`prompt=none`) is
 * answered from a sign-in that has not ended.
 */
export function everyRequestIsDecided(): interactionPolicy.Prompt[] {
  const undecided = new Check(
    "undecided",
    "End-User authentication is required",
    "login_required",
    ({ oidc }) => {
      if (oidc.result?.login !== undefined) return Check.NO_NEED_TO_PROMPT;
      const quietly = oidc.prompts.has("none") && standing.has(oidc);
      return quietly ? Check.NO_NEED_TO_PROMPT : Check.REQUEST_PROMPT;
    },
  );
  return [
    new Prompt({ name: "login", requestable: true }, undecided),
    new Prompt({ name: "consent", requestable: true }),
    new Prompt({ name: "select_account", requestable: true }),
  ];
}

/** Returns a loader of the grant for a request: the one just made for it, or that of the present sign-in. */
export function grantLoader(app: FastifyInstance) {
  return async ({ oidc }: KoaContextWithOIDC): Promise<Grant | undefined> => {
    const { client, result, session, provider } = oidc;
    if (client === undefined || session === undefined) return undefined;
    const id = result?.consent?.grantId ?? session.grantIdFor(client.clientId);
    if (id === undefined) return undefined;
    const kept = await liveGrant(app.db, id, app.now());
    if (kept === undefined || kept.app_id !== client.clientId) return undefined;
    if (kept.user_id !== session.accountId) return undefined;
    const grant = await provider.Grant.find(id);
    if (grant === undefined) return undefined;
    session.sidFor(client.clientId, kept.sid);
    standing.add(oidc);
    return grant;
  };
}
