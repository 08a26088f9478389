import { Agent, createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** A proxy in front of several nodes: sends each request to the next one, with the address it came from. */
export interface TestProxy {
  readonly origin: string;
  /** Nodes that requests go to, in turn. */
  nodes: string[];
  close(): void;
}

/** The header with the node that answered; with 502, the one that did not. */
export const ANSWERED_BY = "x-answered-by";

export async function startProxy(port = 0): Promise<TestProxy> {
  const agent = new Agent({ keepAlive: true });
  let turn = 0;
  const server: Server = createServer((given, answer) => {
    const node = proxy.nodes[(turn += 1) % proxy.nodes.length] ?? "";
    const headers = { ...given.headers, "x-forwarded-for": given.socket.remoteAddress ?? "" };
    const sent = request(
      node + (given.url ?? ""),
      { method: given.method, headers, agent },
      (from) => {
        answer.writeHead(from.statusCode ?? 502, { ...from.headers, [ANSWERED_BY]: node });
        from.pipe(answer);
        from.once("error", () => answer.destroy());
      },
    );
    sent.once("error", () => {
      if (answer.headersSent) answer.destroy();
      else answer.writeHead(502, { [ANSWERED_BY]: node }).end();
    });
    given.pipe(sent);
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const proxy: TestProxy = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    nodes: [],
    close() {
      agent.destroy();
      server.closeAllConnections();
      server.close();
    },
  };
  return proxy;
}
