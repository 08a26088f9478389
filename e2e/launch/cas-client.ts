import { createServer, type IncomingMessage } from "node:http";
import httpCasClient from "http-cas-client";

/** What http-cas-client hangs on a request that it has let in. */
type SignedIn = IncomingMessage & {
  principal: { user: string; attributes: Record<string, string> };
};

export interface CasSite {
  /** How often it asked the platform whom a ticket stands for and was told. */
  greeted(): number;
  stop(): Promise<void>;
}

/** A site whose every page is behind http-cas-client, and greets who comes by name and identity. */
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
