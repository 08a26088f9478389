import { createHash, createPrivateKey, generateKeyPairSync, randomBytes, sign } from "node:crypto";

const PRESENT = 0x01;
const VERIFIED = 0x04;
const WITH_KEY = 0x40;

type Options = Record<string, unknown>;

/** A device that holds one passkey, as the Web Authentication standard describes it (ES256, no attestation). */
export class SoftPasskey {
  readonly id = randomBytes(32);
  readonly #pair = generateKeyPairSync("ec", { namedCurve: "P-256" });
  readonly #origin: string;
  #userHandle = "";
  /** True when the device has verified its user. */
  verifies = true;
  counter = 0;

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** Returns the `RegistrationResponseJSON` for the server's options. */
  create(options: unknown): Record<string, unknown> {
    const { challenge, user } = options as { challenge: string; user: { id: string } };
    this.#userHandle = user.id;
    const { x = "", y = "" } = this.#pair.publicKey.export({ format: "jwk" });
    const cose = cborMap([
      [cborInt(1), cborInt(2)],
      [cborInt(3), cborInt(-7)],
      [cborInt(-1), cborInt(1)],
      [cborInt(-2), cborBytes(Buffer.from(x, "base64url"))],
      [cborInt(-3), cborBytes(Buffer.from(y, "base64url"))],
    ]);
    const length = Buffer.from([0, this.id.length]);
    const key = Buffer.concat([Buffer.alloc(16), length, this.id, cose]);
    const authData = Buffer.concat([this.#authData(WITH_KEY), key]);
    const attestationObject = cborMap([
      [cborText("fmt"), cborText("none")],
      [cborText("attStmt"), cborMap([])],
      [cborText("authData"), cborBytes(authData)],
    ]);
    return this.#credential({
      clientDataJSON: this.#clientData("webauthn.create", challenge),
      attestationObject: attestationObject.toString("base64url"),
      transports: ["internal"],
    });
  }

  /** Returns the `AuthenticationResponseJSON` for the server's options; `over` changes its claims. */
  get(options: unknown, over: Options = {}): Record<string, unknown> {
    const { challenge } = options as { challenge: string };
    const authData = this.#authData(0);
    const clientDataJSON = this.#clientData("webauthn.get", challenge);
    const client = Buffer.from(clientDataJSON, "base64url");
    const signed = Buffer.concat([authData, createHash("sha256").update(client).digest()]);
    const key = createPrivateKey(this.#pair.privateKey.export({ type: "pkcs8", format: "pem" }));
    return this.#credential({
      clientDataJSON,
      authenticatorData: authData.toString("base64url"),
      signature: sign("sha256", signed, key).toString("base64url"),
      userHandle: this.#userHandle,
      ...over,
    });
  }

  #credential(response: Options): Record<string, unknown> {
    const id = this.id.toString("base64url");
    return { id, rawId: id, type: "public-key", response, clientExtensionResults: {} };
  }

  #clientData(type: string, challenge: string): string {
    const text = JSON.stringify({ type, challenge, origin: this.#origin, crossOrigin: false });
    return Buffer.from(text).toString("base64url");
  }

  #authData(more: number): Buffer {
    const site = createHash("sha256").update(new URL(this.#origin).hostname).digest();
    const count = Buffer.alloc(4);
    count.writeUInt32BE(this.counter);
    return Buffer.concat([
      site,
      Buffer.from([PRESENT | (this.verifies ? VERIFIED : 0) | more]),
      count,
    ]);
  }
}

/** Returns the head of a CBOR item, as far as an authenticator needs it. */
function cborHead(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value]);
  if (value < 256) return Buffer.from([(major << 5) | 24, value]);
  return Buffer.from([(major << 5) | 25, value >> 8, value & 0xff]);
}

function cborInt(value: number): Buffer {
  return value < 0 ? cborHead(1, -1 - value) : cborHead(0, value);
}

function cborBytes(bytes: Buffer): Buffer {
  return Buffer.concat([cborHead(2, bytes.length), bytes]);
}

function cborText(text: string): Buffer {
  return Buffer.concat([cborHead(3, Buffer.byteLength(text)), Buffer.from(text)]);
}

function cborMap(pairs: readonly (readonly [Buffer, Buffer])[]): Buffer {
  return Buffer.concat([cborHead(5, pairs.length), ...pairs.flat()]);
}
