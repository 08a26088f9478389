const CONNECT_WITHIN_MS = 10_000;

/** Two connected peers inside this page. */
export interface Pair {
  near: RTCPeerConnection;
  far: RTCPeerConnection;
  close(): void;
}

export class NotConnected extends Error {
  constructor() {
    super("the two ends did not connect");
    this.name = "NotConnected";
  }
}

export const canCall = (): boolean => "RTCPeerConnection" in window;

/**
 * Connects two peers inside this page, without any server. `prepare` adds tracks or channels before the offer. Rejects
 * with {@link NotConnected}; when `signal` fires, both are closed.
 */
export async function connectPair(
  prepare: (near: RTCPeerConnection, far: RTCPeerConnection) => void,
  signal: AbortSignal,
): Promise<Pair> {
  const near = new RTCPeerConnection();
  const far = new RTCPeerConnection();
  const close = () => {
    signal.removeEventListener("abort", close);
    near.close();
    far.close();
  };
  signal.addEventListener("abort", close);
  try {
    trickle(near, far);
    trickle(far, near);
    prepare(near, far);
    await near.setLocalDescription(await near.createOffer());
    await far.setRemoteDescription(near.localDescription as RTCSessionDescription);
    await far.setLocalDescription(await far.createAnswer());
    await near.setRemoteDescription(far.localDescription as RTCSessionDescription);
    await connected(near, signal);
    return { near, far, close };
  } catch (error) {
    close();
    throw error;
  }
}

function trickle(from: RTCPeerConnection, to: RTCPeerConnection): void {
  from.addEventListener("icecandidate", ({ candidate }) => {
    if (candidate === null) return;
    // One that the other end cannot use is no loss while another works.
    to.addIceCandidate(candidate).catch(() => {});
  });
}

function connected(near: RTCPeerConnection, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (result: Error | null) => {
      clearTimeout(clock);
      near.removeEventListener("iceconnectionstatechange", look);
      signal.removeEventListener("abort", giveUp);
      if (result === null) resolve();
      else reject(result);
    };
    const look = () => {
      if (near.iceConnectionState === "connected" || near.iceConnectionState === "completed") {
        end(null);
      } else if (near.iceConnectionState === "failed") end(new NotConnected());
    };
    const giveUp = () => end(new NotConnected());
    const clock = setTimeout(giveUp, CONNECT_WITHIN_MS);
    near.addEventListener("iceconnectionstatechange", look);
    signal.addEventListener("abort", giveUp);
    if (signal.aborted) giveUp();
    look();
  });
}
