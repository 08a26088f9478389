import { connect, createServer, type AddressInfo, type Socket } from "node:net";

/** A line between a program and a server that can go dead without notice, as when a machine vanishes. */
export interface CutLine {
  readonly port: number;
  /** Lets nothing through on present connections, without ending them; new connections work. */
  goDead(): void;
  /** Leads new connections elsewhere, as a name does that moves. */
  leadTo(port: number): void;
  /** Called with the number of each piece that the program sends, before it is passed on; `false` withholds it. */
  onPiece: (count: number) => boolean;
  close(): Promise<void>;
}

export async function cutLine(toPort: number): Promise<CutLine> {
  const ends = new Set<Socket>();
  let pieces = 0;
  let leadsTo = toPort;
  const server = createServer((near) => {
    const far = connect(leadsTo, "127.0.0.1");
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      ends.add(from);
      from.on("error", () => {}).on("close", () => void to.destroy());
    }
    near.on("data", (piece) => {
      if (line.onPiece((pieces += 1))) far.write(piece);
    });
    far.on("data", (piece) => near.write(piece));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const line: CutLine = {
    port: (server.address() as AddressInfo).port,
    goDead() {
      for (const end of ends) end.removeAllListeners("data").pause();
    },
    leadTo: (port) => void (leadsTo = port),
    onPiece: () => true,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const end of ends) end.destroy();
      }),
  };
  return line;
}
