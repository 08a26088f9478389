import { connectPair } from "./pair.ts";
import {
  chosenPath,
  codecOf,
  ratesBetween,
  receivedSample,
  type ChosenPath,
  type Rates,
  type Sample,
  type StatsPart,
} from "./rules.ts";

const LOOK_EVERY_MS = 1000;

export interface CallStats {
  video: (Rates & Pick<Sample, "width" | "height" | "jitterMs">) | null;
  audio: (Rates & Pick<Sample, "jitterMs">) | null;
  codecs: string;
  path: ChosenPath | null;
}

export interface Loopback {
  /** The stream that the far end receives. */
  received: MediaStream;
  stop(): void;
}

/**
 * Runs a loopback call: the stream goes through a whole connection and back, and the far end's statistics are reported
 * each second.
 */
export async function startLoopback(
  stream: MediaStream,
  signal: AbortSignal,
  notify: (stats: CallStats) => void,
): Promise<Loopback> {
  const received = new MediaStream();
  const pair = await connectPair((near, far) => {
    far.addEventListener("track", ({ track }) => received.addTrack(track));
    for (const track of stream.getTracks()) near.addTrack(track, stream);
  }, signal);
  const before: { video: Sample | null; audio: Sample | null } = { video: null, audio: null };

  async function look() {
    const parts: StatsPart[] = [...(await pair.far.getStats()).values()];
    if (pair.far.signalingState === "closed") return;
    const read = (kind: "video" | "audio") => {
      const now = receivedSample(parts, kind);
      const former = before[kind];
      before[kind] = now;
      const rates = now === null || former === null ? null : ratesBetween(former, now);
      return now === null || rates === null ? null : { ...now, ...rates };
    };
    const codecs = [codecOf(parts, "video"), codecOf(parts, "audio")].filter((name) => name !== "");
    notify({
      video: read("video"),
      audio: read("audio"),
      codecs: codecs.join("，"),
      path: chosenPath(parts),
    });
  }

  const clock = setInterval(() => void look(), LOOK_EVERY_MS);
  const stop = () => {
    clearInterval(clock);
    signal.removeEventListener("abort", stop);
    pair.close();
    for (const track of received.getTracks()) track.stop();
  };
  signal.addEventListener("abort", stop);
  void look();
  return { received, stop };
}
