import { createHash, createHmac } from "node:crypto";
import { createSocket, type RemoteInfo } from "node:dgram";
import { networkInterfaces } from "node:os";

const COOKIE = 0x2112a442;
const REALM = "schoolgate.example";
const NONCE = "nonce-of-this-test";
const HEADER_BYTES = 20;

const BINDING = 0x0001;
const ALLOCATE = 0x0003;
const REFRESH = 0x0004;
const SUCCESS = 0x0100;
const ERROR = 0x0110;

const USERNAME = 0x0006;
const INTEGRITY = 0x0008;
const ERROR_CODE = 0x0009;
const LIFETIME = 0x000d;
const RELAYED = 0x0016;
const REALM_ATTRIBUTE = 0x0014;
const NONCE_ATTRIBUTE = 0x0015;
const MAPPED = 0x0020;

/** The public address that this server reports; reserved for documentation (RFC 5737). */
export const SEEN_ADDRESS = "203.0.113.7";
export const RELAY_ADDRESS = "203.0.113.9";
export const ACCOUNT = { username: "teacher", password: "relay-pass" };

export interface TurnServer {
  /** `host:port` */
  place: string;
  stop(): Promise<void>;
}

/** The part of STUN and TURN (RFC 8489, RFC 8656) that a browser uses to gather candidates: binding, and allocation with long-term credentials. */
export async function startTurnServer(): Promise<TurnServer> {
  const socket = createSocket("udp4");
  socket.on("message", (message, from) => {
    const answer = answerTo(message, from);
    if (answer !== null) socket.send(answer, from.port, from.address);
  });
  const host = ownAddress();
  await new Promise<void>((resolve) => socket.bind(0, host, resolve));
  return {
    place: `${host}:${socket.address().port}`,
    stop: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}

function answerTo(message: Buffer, from: RemoteInfo): Buffer | null {
  if (message.length < HEADER_BYTES || message.readUInt32BE(4) !== COOKIE) return null;
  const type = message.readUInt16BE(0);
  const id = message.subarray(8, HEADER_BYTES);
  if (type === BINDING) {
    return built(type | SUCCESS, id, [[MAPPED, address(SEEN_ADDRESS, from.port)]]);
  }
  if (type !== ALLOCATE && type !== REFRESH) return null;
  if (!isSignedRightly(message)) {
    return built(type | ERROR, id, [
      [ERROR_CODE, Buffer.concat([Buffer.from([0, 0, 4, 1]), Buffer.from("Unauthorized")])],
      [REALM_ATTRIBUTE, Buffer.from(REALM)],
      [NONCE_ATTRIBUTE, Buffer.from(NONCE)],
    ]);
  }
  const granted: [number, Buffer][] =
    type === ALLOCATE
      ? [
          [RELAYED, address(RELAY_ADDRESS, 50_000)],
          [MAPPED, address(SEEN_ADDRESS, from.port)],
          [LIFETIME, seconds(600)],
        ]
      : [[LIFETIME, seconds(0)]];
  return signed(built(type | SUCCESS, id, granted));
}

function isSignedRightly(message: Buffer): boolean {
  let at = HEADER_BYTES;
  let username = "";
  while (at + 4 <= message.length) {
    const [type, size] = [message.readUInt16BE(at), message.readUInt16BE(at + 2)];
    const value = message.subarray(at + 4, at + 4 + size);
    if (type === USERNAME) username = value.toString();
    if (type === INTEGRITY) {
      return username === ACCOUNT.username && integrityOf(message.subarray(0, at)).equals(value);
    }
    at += 4 + Math.ceil(size / 4) * 4;
  }
  return false;
}

function signed(message: Buffer): Buffer {
  const whole = Buffer.concat([message, attribute(INTEGRITY, integrityOf(message))]);
  whole.writeUInt16BE(whole.length - HEADER_BYTES, 2);
  return whole;
}

/** Returns the MESSAGE-INTEGRITY attribute over everything before it, with a length that includes itself. */
function integrityOf(before: Buffer): Buffer {
  const counted = Buffer.from(before);
  counted.writeUInt16BE(before.length - HEADER_BYTES + 24, 2);
  const { username, password } = ACCOUNT;
  const key = createHash("md5").update(`${username}:${REALM}:${password}`).digest();
  return createHmac("sha1", key).update(counted).digest();
}

function built(type: number, id: Buffer, attributes: readonly [number, Buffer][]): Buffer {
  const body = Buffer.concat(attributes.map(([name, value]) => attribute(name, value)));
  const head = Buffer.alloc(8);
  head.writeUInt16BE(type, 0);
  head.writeUInt16BE(body.length, 2);
  head.writeUInt32BE(COOKIE, 4);
  return Buffer.concat([head, id, body]);
}

function attribute(type: number, value: Buffer): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt16BE(type, 0);
  head.writeUInt16BE(value.length, 2);
  return Buffer.concat([head, value, Buffer.alloc((4 - (value.length % 4)) % 4)]);
}

function address(ip: string, port: number): Buffer {
  const value = Buffer.alloc(8);
  value[1] = 1;
  value.writeUInt16BE(port ^ (COOKIE >>> 16), 2);
  const plain = ip.split(".").reduce((sum, part) => sum * 256 + Number(part), 0);
  value.writeUInt32BE((plain ^ COOKIE) >>> 0, 4);
  return value;
}

function seconds(count: number): Buffer {
  const value = Buffer.alloc(4);
  value.writeUInt32BE(count);
  return value;
}

/**
 * Returns an address of this machine that is not loopback: a browser with a real network sends from there, which
 * loopback does not accept everywhere.
 */
function ownAddress(): string {
  const all = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  return all.find(({ family, internal }) => family === "IPv4" && !internal)?.address ?? "127.0.0.1";
}
