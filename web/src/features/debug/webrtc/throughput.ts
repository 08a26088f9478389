import { connectPair, NotConnected } from "./pair.ts";

const CHUNK_BYTES = 16_384;
/** The amount of buffered data in bytes that keeps the channel busy and that every browser accepts. */
const BUFFER_BYTES = 1_048_576;
const MEASURE_MS = 3000;
const OPEN_WITHIN_MS = 5000;
const ECHOES = 10;

export interface Throughput {
  mbps: number;
  /** Median of ten small messages there and back, before the load. */
  rttMs: number;
  megabytes: number;
}

/** Measures throughput (Mbit/s) and round-trip time of a data channel inside this page; `notify` gets the rate meanwhile. */
export async function measureThroughput(
  signal: AbortSignal,
  notify: (mbps: number) => void,
): Promise<Throughput> {
  let near: RTCDataChannel | undefined;
  let bytes = 0;
  const pair = await connectPair((from, to) => {
    near = from.createDataChannel("throughput");
    near.binaryType = "arraybuffer";
    to.addEventListener("datachannel", ({ channel }) => {
      channel.binaryType = "arraybuffer";
      channel.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
        if (typeof data === "string") channel.send(data);
        else if (data instanceof ArrayBuffer) bytes += data.byteLength;
      });
    });
  }, signal);
  try {
    if (near === undefined) throw new NotConnected();
    await opened(near);
    const rttMs = await echoTime(near);
    const started = performance.now();
    await load(near, signal, () => notify(rate(bytes, performance.now() - started)));
    if (signal.aborted) throw new NotConnected();
    return { mbps: rate(bytes, performance.now() - started), rttMs, megabytes: bytes / 1e6 };
  } finally {
    pair.close();
  }
}

const rate = (bytes: number, ms: number) => (bytes * 8) / 1000 / ms;

function opened(channel: RTCDataChannel): Promise<void> {
  if (channel.readyState === "open") return Promise.resolve();
  return new Promise((resolve, reject) => {
    const clock = setTimeout(() => reject(new NotConnected()), OPEN_WITHIN_MS);
    channel.addEventListener("open", () => {
      clearTimeout(clock);
      resolve();
    });
  });
}

async function echoTime(channel: RTCDataChannel): Promise<number> {
  const times: number[] = [];
  for (let count = 0; count < ECHOES; count += 1) {
    const started = performance.now();
    await new Promise<void>((resolve, reject) => {
      const clock = setTimeout(() => reject(new NotConnected()), OPEN_WITHIN_MS);
      const receive = () => {
        clearTimeout(clock);
        resolve();
      };
      channel.addEventListener("message", receive, { once: true });
      channel.send(`echo ${count}`);
    });
    times.push(performance.now() - started);
  }
  return times.sort((one, other) => one - other)[ECHOES / 2] ?? 0;
}

/** Keeps the channel full until the time is over. */
function load(channel: RTCDataChannel, signal: AbortSignal, notify: () => void): Promise<void> {
  const chunk = new ArrayBuffer(CHUNK_BYTES);
  channel.bufferedAmountLowThreshold = BUFFER_BYTES / 4;
  return new Promise((resolve) => {
    const fill = () => {
      while (channel.readyState === "open" && channel.bufferedAmount < BUFFER_BYTES) {
        channel.send(chunk);
      }
    };
    const progress = setInterval(notify, 250);
    const end = () => {
      clearInterval(progress);
      clearTimeout(clock);
      channel.removeEventListener("bufferedamountlow", fill);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const clock = setTimeout(end, MEASURE_MS);
    channel.addEventListener("bufferedamountlow", fill);
    signal.addEventListener("abort", end);
    fill();
  });
}
