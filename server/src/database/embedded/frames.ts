import type { Socket } from "node:net";
import { deserialize, serialize } from "node:v8";

const HEAD_BYTES = 4;

/** Sends one value whole: its length, then itself in V8's own form, in which dates, bytes and `undefined` stay such. */
export function writeFrame(socket: Socket, value: unknown): void {
  const body = serialize(value);
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUInt32BE(body.length);
  socket.cork();
  socket.write(head);
  socket.write(body);
  socket.uncork();
}

/** The values that arrive, until the other side has gone; throws when it breaks off. */
export async function* readFrames(socket: Socket): AsyncGenerator<unknown, void> {
  let kept: Buffer[] = [];
  let have = 0;
  let wanted = HEAD_BYTES;
  let isHead = true;
  for await (const piece of socket as AsyncIterable<Buffer>) {
    kept.push(piece);
    have += piece.length;
    while (have >= wanted) {
      const bytes = Buffer.concat(kept);
      const part = bytes.subarray(0, wanted);
      kept = [bytes.subarray(wanted)];
      have -= wanted;
      if (isHead) wanted = part.readUInt32BE();
      else {
        wanted = HEAD_BYTES;
        yield deserialize(part);
      }
      isHead = !isHead;
    }
  }
}
