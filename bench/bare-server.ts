import { createServer } from "node:http";

/**
 * A bare node:http server in a process of its own, the upper bound to compare with: it answers the bytes given at its
 * start. Prints its port. Run as `node bench/bare-server.ts`, with `{headers, body}` as JSON on standard input.
 */
let input = "";
for await (const chunk of process.stdin) input += String(chunk);
const { headers, body } = JSON.parse(input) as { headers: Record<string, string>; body: string };
const bytes = Buffer.from(body);
const server = createServer((request, response) => {
  request.resume();
  response.writeHead(200, { ...headers, "content-length": bytes.length });
  response.end(bytes);
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (address !== null && typeof address === "object") process.stdout.write(`${address.port}\n`);
});
