import { createServer as createPlainServer } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo, Server } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { makeOutboundFetch } from "../../platform/outbound-fetch.ts";
import { ProviderClient } from "./client.ts";

/** A pair for provider.example, signed by itself and good for a hundred years: nothing else stands on it. */
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgTP1gVnsNE8DRXdch
Wtp0aU6A54eCBqooW7sGhNDZ5D2hRANCAATjnNF3XylyS0YlCc5P/l1W+C0Nb9rp
7VWBBYFvJMOIDuf+zny0gkpP1WBaX64+vAlXTkQA9a1LNLX0YcmFBN8p
-----END PRIVATE KEY-----`;
const CERT = `-----BEGIN CERTIFICATE-----
MIIBqjCCAVCgAwIBAgIUKwF2kyXr5D52uIUan+NcOlGRtCAwCgYIKoZIzj0EAwIw
GzEZMBcGA1UEAwwQcHJvdmlkZXIuZXhhbXBsZTAgFw0yNjExMjQyMzA3NTVaGA8y
MTI2MTAzMTIzMDc1NVowGzEZMBcGA1UEAwwQcHJvdmlkZXIuZXhhbXBsZTBZMBMG
ByqGSM49AgEGCCqGSM49AwEHA0IABOOc0XdfKXJLRiUJzk/+XVb4LQ1v2untVYEF
gW8kw4gO5/7OfLSCSk/VYFpfrj68CVdORAD1rUs0tfRhyYUE3ymjcDBuMB0GA1Ud
DgQWBBRfFOdKjmXue6iK1dPD0aYYk00duzAfBgNVHSMEGDAWgBRfFOdKjmXue6iK
1dPD0aYYk00duzAPBgNVHRMBAf8EBTADAQH/MBsGA1UdEQQUMBKCEHByb3ZpZGVy
LmV4YW1wbGUwCgYIKoZIzj0EAwIDSAAwRQIgPOhCbYjLZ8Zukn68ma/8wWF+Gzxl
wFXrPcA7s7ExX2ECIQD1E3phaZwVmk/0SRUb76YhrbZbn0rLM5zZVZAmyn+UoA==
-----END CERTIFICATE-----`;
const SECRET = "night-secret";

/** Starts a server on this machine; returns its port and what it was sent. */
async function listening(server: Server) {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

/** Asks for a page of a provider whose name leads to this machine; returns the sentence of the failure and the tries. */
async function failureAt(port: number, host: string) {
  const networks = ["127.0.0.1"];
  const rules = { networks, setting: "ROSTER_NETWORKS", httpsOnly: true };
  const call = makeOutboundFetch({ ...rules, maxBodyBytes: 1000, timeoutMs: 5000 }, (_host, done) =>
    done(null, [{ address: "127.0.0.1", family: 4 }]),
  );
  let tries = 0;
  const counted: typeof call = (...asked) => {
    tries += 1;
    return call(...asked);
  };
  const origin = `https://${host}:${port}`;
  const access = { address: origin, token_address: `${origin}/token`, client_id: "night" };
  const client = new ProviderClient(
    { ...access, secret: SECRET, scope: "" },
    { call: counted, wait: async () => {}, signal: new AbortController().signal },
  );
  const sentence = await client.page(new URL(`${origin}/users`), "users").then(
    () => "no failure",
    (error: Error) => error.message,
  );
  return { sentence, tries };
}

describe("a provider without a certificate that can be trusted gets neither the secret nor a second try", () => {
  test("signed by itself", async () => {
    let requests = 0;
    const server = createServer({ key: KEY, cert: CERT }, (_request, response) => {
      requests += 1;
      response.end("{}");
    });
    const port = await listening(server);
    expect(await failureAt(port, "provider.example")).toEqual({
      sentence: "取访问令牌时，对方的 HTTPS 证书是自签的，不可信",
      tries: 1,
    });
    expect(requests).toBe(0);
  });

  test("not by https at all", async () => {
    let sent = "";
    const server = createPlainServer(() => {});
    server.on("connection", (socket) =>
      socket.on("data", (data) => (sent += data.toString("latin1"))),
    );
    const port = await listening(server);
    const { sentence, tries } = await failureAt(port, "provider.example");
    expect(sentence).toBe("取访问令牌时，对方的地址不是 HTTPS 的，请检查地址和端口");
    expect(tries).toBe(1);
    expect(sent).not.toContain(SECRET);
  });
});
