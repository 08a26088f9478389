import { createHash, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type Server } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { importJWK, jwtVerify } from "jose";
import { LOCALHOST_CERT, LOCALHOST_KEY } from "../../server/test/localhost-pair.ts";

/** A message of the browser: the part of Mozilla's protocol between Firefox and its push service that is needed here. */
interface Said {
  messageType?: "hello" | "register" | "unregister" | "ack" | "broadcast_subscribe";
  uaid?: string;
  channelID?: string;
  /** The key of who may send, as the page subscribed with it; base64url with padding. */
  key?: string;
  updates?: { channelID: string; code: number }[];
}

/** The code by which Firefox says that its service worker has got it. */
const DELIVERED = 100;

/** A push service of one's own for Firefox: hands out endpoints, and passes on or keeps what is sent there by the rules (RFC 8030). */
export class PushService {
  /** The keys of those who may send, by channel: one for each subscription. */
  readonly channels = new Map<string, string>();
  /** The pushes that Firefox's service worker has got, or why it has not. */
  readonly acknowledged: ("delivered" | number)[] = [];
  /** The statuses with which senders were answered. */
  readonly answered: number[] = [];
  #browser: Duplex | undefined;
  #forgets = false;
  /** The pushes that wait for Firefox to be there again. */
  #kept: object[] = [];
  readonly #endpoints = createSecureServer(
    { key: LOCALHOST_KEY, cert: LOCALHOST_CERT },
    (request, answer) => {
      void this.#pass(request).then((status) => {
        this.answered.push(status);
        answer.writeHead(status).end();
      });
    },
  );
  readonly #browsers = createServer().on("upgrade", (request, socket) => {
    acceptWebSocket(request, socket, (text) => this.#hear(JSON.parse(text) as Said));
    this.#browser = socket.once("close", () => {
      if (this.#browser === socket) this.#browser = undefined;
    });
  });

  static async start(): Promise<PushService> {
    const service = new PushService();
    await Promise.all([listen(service.#endpoints), listen(service.#browsers)]);
    return service;
  }

  /** The preferences of a Firefox that has this push service. */
  get preferences() {
    return {
      "dom.push.serverURL": `ws://127.0.0.1:${portOf(this.#browsers)}/`,
      "dom.push.testing.allowInsecureServerURL": true,
      // milliseconds until it connects again
      "dom.push.retryBaseInterval": 100,
    };
  }

  /** Loses what it knows, and tells Firefox so: that ends its subscriptions by itself. */
  forget(): void {
    this.channels.clear();
    this.#forgets = true;
    this.#browser?.destroy();
  }

  async close(): Promise<void> {
    this.#browser?.destroy();
    for (const server of [this.#endpoints, this.#browsers]) {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  }

  get #origin(): string {
    return `https://localhost:${portOf(this.#endpoints)}`;
  }

  #hear({ messageType, uaid, channelID = "", key = "", updates = [] }: Said): void {
    if (messageType === "ack") {
      for (const { code } of updates)
        this.acknowledged.push(code === DELIVERED ? "delivered" : code);
    }
    if (messageType === "register") this.channels.set(channelID, key.replace(/=+$/, ""));
    if (messageType === "unregister") this.channels.delete(channelID);
    const known = this.#forgets ? undefined : uaid;
    if (messageType === "hello") this.#forgets = false;
    const answers = {
      hello: { uaid: known ?? randomUUID().replaceAll("-", ""), use_webpush: true },
      register: { channelID, pushEndpoint: `${this.#origin}/${channelID}` },
      unregister: { channelID },
    };
    // an empty message wants to know whether somebody is there
    if (messageType === undefined) this.#say({});
    else if (messageType in answers) {
      const answer = answers[messageType as keyof typeof answers];
      this.#say({ messageType, status: 200, ...answer });
    }
    if (messageType === "hello") for (const one of this.#kept.splice(0)) this.#say(one);
  }

  #say(message: object): void {
    this.#browser?.write(textFrame(JSON.stringify(message)));
  }

  /** Passes a message on to its browser; returns what the sender is answered. */
  async #pass(request: IncomingMessage): Promise<number> {
    const data = Buffer.concat(await request.toArray());
    const { authorization = "", ttl, "content-encoding": encoding } = request.headers;
    const channelID = request.url?.slice(1) ?? "";
    const key = this.channels.get(channelID);
    if (key === undefined) return 410;
    if (ttl === undefined || encoding !== "aes128gcm") return 400;
    if (!(await isSignedBy(key, authorization, this.#origin))) return 401;
    const headers = { encoding };
    const version = randomUUID();
    const what = { channelID, version, headers, data: data.toString("base64url") };
    const message = { messageType: "notification", ...what };
    if (this.#browser === undefined) this.#kept.push(message);
    else this.#say(message);
    return 201;
  }
}

/** Returns whether a sender is the one that the page subscribed with (RFC 8292). */
async function isSignedBy(key: string, authorization: string, audience: string): Promise<boolean> {
  const [, token = "", k] = /^vapid t=(.+), k=(.+)$/.exec(authorization) ?? [];
  if (k !== key) return false;
  const point = Buffer.from(key, "base64url");
  const [x, y] = [point.toString("base64url", 1, 33), point.toString("base64url", 33)];
  const publicKey = await importJWK({ kty: "EC", crv: "P-256", x, y }, "ES256");
  const verified = jwtVerify(token, publicKey, { audience, requiredClaims: ["exp", "sub"] });
  return verified.then(
    () => true,
    () => false,
  );
}

async function listen(server: Server): Promise<void> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
}

const portOf = (server: Server) => (server.address() as AddressInfo).port;

/** Opens a WebSocket (RFC 6455) in which each message is one short text, as those of a browser to its push service are. */
function acceptWebSocket(
  { headers }: IncomingMessage,
  socket: Duplex,
  onText: (text: string) => void,
): void {
  const key = `${headers["sec-websocket-key"]}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`;
  const lines = [
    "HTTP/1.1 101 Switching Protocols",
    ...["Upgrade: websocket", "Connection: Upgrade"],
    `Sec-WebSocket-Accept: ${createHash("sha1").update(key).digest("base64")}`,
    `Sec-WebSocket-Protocol: ${headers["sec-websocket-protocol"]}`,
  ];
  socket.write(`${lines.join("\r\n")}\r\n\r\n`);
  let rest = Buffer.alloc(0);
  socket.on("error", () => {});
  socket.on("data", (some: Buffer) => {
    rest = Buffer.concat([rest, some]);
    while (rest.length >= 2) {
      const [opcode, short] = [rest.readUInt8(0) & 15, rest.readUInt8(1) & 127];
      const maskAt = short === LONGER ? 4 : 2;
      if (rest.length < maskAt + 4) return;
      const end = maskAt + 4 + (short === LONGER ? rest.readUInt16BE(2) : short);
      if (rest.length < end) return;
      const mask = rest.subarray(maskAt, maskAt + 4);
      const bytes = rest.subarray(maskAt + 4, end).map((byte, at) => byte ^ (mask[at % 4] ?? 0));
      rest = rest.subarray(end);
      if (opcode === TEXT) onText(Buffer.from(bytes).toString("utf8"));
      if (opcode === CLOSE) socket.end();
    }
  });
}

const [TEXT, CLOSE] = [1, 8];
/** The length that says that the real one follows. */
const LONGER = 126;

function textFrame(text: string): Buffer {
  const bytes = Buffer.from(text);
  const head =
    bytes.length < LONGER ? [bytes.length] : [LONGER, bytes.length >> 8, bytes.length & 255];
  return Buffer.concat([Buffer.from([128 | TEXT, ...head]), bytes]);
}
