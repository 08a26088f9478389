import type { FoundCandidate, IceError, IceFindings } from "./ice-rules.ts";

const MAX_CHECK_MS = 10_000;

/** Has the browser gather candidates with the server's help, until it has finished or the time is over. */
export async function checkIceServer(
  server: RTCIceServer,
  signal: AbortSignal,
): Promise<IceFindings> {
  const connection = new RTCPeerConnection({ iceServers: [server] });
  const candidates: FoundCandidate[] = [];
  const errors: IceError[] = [];
  const kind = /^turn/i.test(String(server.urls)) ? "turn" : "stun";
  try {
    const finished = new Promise<boolean>((resolve) => {
      const clock = setTimeout(() => resolve(false), MAX_CHECK_MS);
      const end = (whole: boolean) => {
        clearTimeout(clock);
        resolve(whole);
      };
      signal.addEventListener("abort", () => end(false), { once: true });
      connection.addEventListener("icecandidate", ({ candidate }) => {
        if (candidate === null) return end(true);
        if (candidate.candidate !== "") candidates.push(foundCandidate(candidate));
      });
      connection.addEventListener("icecandidateerror", ({ errorCode, errorText }) =>
        errors.push({ code: errorCode, text: errorText }),
      );
    });
    connection.createDataChannel("look");
    await connection.setLocalDescription(await connection.createOffer());
    const whole = await finished;
    return { kind, candidates, errors, late: !whole };
  } finally {
    connection.close();
  }
}

function foundCandidate({ type, protocol, address, port }: RTCIceCandidate): FoundCandidate {
  return { type: type ?? "", protocol: protocol ?? "", address: address ?? "", port };
}
