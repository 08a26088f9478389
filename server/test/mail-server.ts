import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";

/** A real mail server on this machine that keeps what it is sent. */
export class MailServer {
  readonly mails: { to: string; text: string }[] = [];
  /** Called with each receiver before a mail is taken; a number refuses it. */
  onReceiver: ((to: string) => Promise<number | void> | number | void) | undefined;
  /** The most connections that were open at once. */
  mostOpen = 0;
  #open = 0;
  readonly #server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    logger: false,
    onConnect: (_session, done) => {
      this.#open += 1;
      this.mostOpen = Math.max(this.mostOpen, this.#open);
      done();
    },
    onClose: () => void (this.#open -= 1),
    onRcptTo: ({ address }, _session, done) => {
      void Promise.resolve(this.onReceiver?.(address)).then((refusal) =>
        typeof refusal === "number"
          ? done(Object.assign(new Error(`no ${address}`), { responseCode: refusal }))
          : done(),
      );
    },
    onData: (stream, session, done) => {
      let mail = "";
      stream.on("data", (part: Buffer) => (mail += part.toString("utf8")));
      stream.on("end", () => {
        const to = session.envelope.rcptTo.map(({ address }) => address).join();
        this.mails.push({ to, text: textOf(mail) });
        done();
      });
    },
  });

  static async start(): Promise<MailServer> {
    const server = new MailServer();
    await new Promise<void>((resolve) => server.#server.listen(0, "127.0.0.1", resolve));
    return server;
  }

  /** The setting of a platform that sends by this server. */
  get settings() {
    const { port } = this.#server.server.address() as AddressInfo;
    return { url: `smtp://127.0.0.1:${port}`, from: "学门 <gate@school.example.cn>" };
  }

  async close(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }
}

/** Returns the text of a mail in UTF-8, whatever its transfer encoding. */
export function textOf(mail: string): string {
  const body = mail.slice(mail.indexOf("\r\n\r\n"));
  if (/transfer-encoding: base64/i.test(mail)) return Buffer.from(body, "base64").toString("utf8");
  const bytes = body
    .replace(/=\r\n/g, "")
    .replace(/=([\dA-F]{2})/g, (_all, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
  return Buffer.from(bytes, "latin1").toString("utf8");
}
