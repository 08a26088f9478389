import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import * as client from "openid-client";

/** An app with a server of its own, as another team would write it: openid-client, code and PKCE. */
export class RelyingParty {
  readonly id: string;
  readonly secret: string;
  readonly redirectUri: string;
  #configuration: client.Configuration | undefined;

  constructor(id: string, secret: string, redirectUri: string) {
    this.id = id;
    this.secret = secret;
    this.redirectUri = redirectUri;
  }

  async discover(issuer: string): Promise<client.Configuration> {
    this.#configuration ??= await client.discovery(
      new URL(issuer),
      this.id,
      undefined,
      client.ClientSecretBasic(this.secret),
      { execute: [client.allowInsecureRequests] },
    );
    return this.#configuration;
  }

  /** Begins a sign-in; returns the request with what the app must remember until the answer. */
  async begin(issuer: string, more: Record<string, string> = {}) {
    const configuration = await this.discover(issuer);
    const pkceCodeVerifier = client.randomPKCECodeVerifier();
    const expectedState = client.randomState();
    const expectedNonce = client.randomNonce();
    const url = client.buildAuthorizationUrl(configuration, {
      redirect_uri: this.redirectUri,
      scope: "openid profile",
      code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: "S256",
      state: expectedState,
      nonce: expectedNonce,
      ...more,
    });
    return { url: url.href, checks: { pkceCodeVerifier, expectedState, expectedNonce } };
  }

  /** Exchanges the code that the browser brought; returns the tokens and their claims. */
  async finish(
    issuer: string,
    back: URL,
    checks: client.AuthorizationCodeGrantChecks,
  ): Promise<{ claims: client.IDToken; accessToken: string; idToken: string }> {
    const configuration = await this.discover(issuer);
    const tokens = await client.authorizationCodeGrant(configuration, back, checks);
    const claims = tokens.claims();
    if (claims === undefined) throw new Error("no ID token");
    return { claims, accessToken: tokens.access_token, idToken: tokens.id_token ?? "" };
  }

  async userInfo(issuer: string, accessToken: string, sub: string) {
    return client.fetchUserInfo(await this.discover(issuer), accessToken, sub);
  }
}

/** Opens an app's address for logout messages, which keeps every token that it gets. */
export async function openBackChannel(): Promise<{
  url: string;
  got: string[];
  answerWith(status: number): void;
  close(): void;
}> {
  const got: string[] = [];
  let status = 200;
  const server: Server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (text: string) => (body += text));
    request.on("end", () => {
      got.push(new URLSearchParams(body).get("logout_token") ?? "");
      response.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/logout`,
    got,
    answerWith(next) {
      status = next;
    },
    close: () => server.close(),
  };
}
