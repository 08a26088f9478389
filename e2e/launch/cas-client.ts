import { createServer, type IncomingMessage } from "node:http";
import httpCasClient from "http-cas-client";

/** A request with the principal that http-cas-client adds when it admits it. */
type SignedIn = IncomingMessage & {
  principal: { user: string; attributes: Record<string, string> };
};

export interface CasSite {
  /** Returns the number of tickets that the platform has validated for it. */
  greeted(): number;
  stop(): Promise<void>;
}

/** Starts a site with http-cas-client before every page; its pages show the visitor's name and identity. */
export async function startCasSite(
  origin: string,
  platform: string,
  { renew = false } = {},
): Promise<CasSite> {
  const client = httpCasClient({
    cas: 3,
    casServerUrlPrefix: `${platform}/cas`,
    serverName: origin,
    client: { renew },
  });
  let greetings = 0;
  const server = createServer((request, response) => {
    client(request, response, {}).then(
      (letIn) => {
        if (letIn !== true || request.url?.includes("favicon") === true) return response.end();
        const { principal } = request as SignedIn;
        greetings += 1;
        const { name, identity, isFromNewLogin } = principal.attributes;
        response.setHeader("content-type", "text/html; charset=utf-8");
        return response.end(
          `<!doctype html><title>校本图书角</title><h1>你好，${name}</h1><p id="identity">${identity}</p>
<p id="fresh">${isFromNewLogin}</p><p id="user">${principal.user}</p>`,
        );
      },
      (error: unknown) => {
        response.statusCode = 500;
        response.end(String(error));
      },
    );
  });
  const { port, hostname } = new URL(origin);
  await new Promise<void>((resolve) => server.listen(Number(port), hostname, resolve));
  return {
    greeted: () => greetings,
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}
