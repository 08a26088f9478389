import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { request } from "node:http";
import { createSecureServer, type Http2SecureServer } from "node:http2";
import type { AddressInfo } from "node:net";
import { join } from "node:path";

/** Forwards requests over HTTP/2 to `origin`, as a proxy in front of the product does. Returns its own origin. */
export async function startH2Front(
  origin: string,
  folder: string,
): Promise<{ origin: string; server: Http2SecureServer }> {
  const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  const made = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  const names = ["-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1"];
  execFileSync("openssl", ["req", "-x509", ...made, ...names, "-keyout", key, "-out", cert], {
    stdio: "ignore",
  });
  const server = createSecureServer({ key: readFileSync(key), cert: readFileSync(cert) });
  server.on("request", (asked, reply) => {
    const headers = Object.entries(asked.headers).filter(([name]) => !name.startsWith(":"));
    const sent = request(origin + asked.url, {
      method: asked.method,
      headers: { ...Object.fromEntries(headers), "x-forwarded-proto": "https" },
    });
    sent.on("response", (answer) => {
      const { connection: _c, "keep-alive": _k, "transfer-encoding": _t, ...kept } = answer.headers;
      reply.writeHead(answer.statusCode ?? 502, kept as Record<string, string>);
      answer.pipe(reply);
    });
    sent.on("error", () => reply.stream.close());
    asked.pipe(sent);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { origin: `https://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}
