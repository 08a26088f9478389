/** The counters of one stream at one moment, as `getStats` gives them. */
export interface Sample {
  atMs: number;
  bytes: number;
  packets: number;
  lost: number;
  frames: number;
  width: number;
  height: number;
  jitterMs: number;
}

/** Differences between two samples. */
export interface Rates {
  kbps: number;
  fps: number;
  /** Lost part of all packets that should have come, 0 to 1. */
  loss: number;
}

/** Returns the rates between two samples; null when no time has passed, or the counters began anew. */
export function ratesBetween(before: Sample, now: Sample): Rates | null {
  const ms = now.atMs - before.atMs;
  const packets = now.packets - before.packets;
  if (ms <= 0 || now.bytes < before.bytes || packets < 0) return null;
  // A late packet takes its loss back.
  const lost = Math.max(0, now.lost - before.lost);
  return {
    kbps: ((now.bytes - before.bytes) * 8) / ms,
    fps: ((now.frames - before.frames) * 1000) / ms,
    loss: packets + lost === 0 ? 0 : lost / (packets + lost),
  };
}

/** One entry of `getStats`. */
export interface StatsPart {
  type: string;
  id: string;
  timestamp: number;
  [name: string]: unknown;
}

/** The sample of the received stream of a kind, out of a whole report; null when nothing is received yet. */
export function receivedSample(parts: Iterable<StatsPart>, kind: "video" | "audio"): Sample | null {
  for (const part of parts) {
    if (part.type !== "inbound-rtp" || part["kind"] !== kind) continue;
    return {
      atMs: part.timestamp,
      bytes: count(part["bytesReceived"]),
      packets: count(part["packetsReceived"]),
      lost: count(part["packetsLost"]),
      frames: count(part["framesDecoded"]),
      width: count(part["frameWidth"]),
      height: count(part["frameHeight"]),
      jitterMs: count(part["jitter"]) * 1000,
    };
  }
  return null;
}

export interface ChosenPath {
  local: string;
  remote: string;
  /** Round trip in ms; null before the first check. */
  rttMs: number | null;
}

/** The pair of addresses that the call goes over; null before there is one. */
export function chosenPath(parts: Iterable<StatsPart>): ChosenPath | null {
  const byId = new Map<string, StatsPart>();
  for (const part of parts) byId.set(part.id, part);
  const all = [...byId.values()];
  const named = all.find(({ type }) => type === "transport")?.["selectedCandidatePairId"];
  const pair =
    byId.get(String(named)) ??
    all.find((part) => part.type === "candidate-pair" && part["nominated"] === true);
  if (pair === undefined) return null;
  const rtt = pair["currentRoundTripTime"];
  return {
    local: endText(byId.get(String(pair["localCandidateId"]))),
    remote: endText(byId.get(String(pair["remoteCandidateId"]))),
    rttMs: typeof rtt === "number" ? rtt * 1000 : null,
  };
}

/** The codec in use, without its `video/`. */
export function codecOf(parts: Iterable<StatsPart>, kind: "video" | "audio"): string {
  for (const part of parts) {
    const type = part["mimeType"];
    if (part.type === "codec" && typeof type === "string" && type.startsWith(`${kind}/`)) {
      return type.slice(kind.length + 1);
    }
  }
  return "";
}

/** Returns the level of audio samples (-1 to 1) as 0 to 1 of the meter, which spans 60 dB. */
export function loudness(samples: ArrayLike<number>): number {
  let squares = 0;
  for (let at = 0; at < samples.length; at += 1) squares += (samples[at] ?? 0) ** 2;
  if (squares === 0) return 0;
  const decibels = 10 * Math.log10(squares / samples.length);
  return Math.min(1, Math.max(0, 1 + decibels / 60));
}

const CANDIDATE_WORDS: Readonly<Record<string, string>> = {
  host: "本机",
  srflx: "公网映射",
  prflx: "对端发现",
  relay: "中继",
};

export function candidateWords(type: string | null | undefined): string {
  return CANDIDATE_WORDS[type ?? ""] ?? "未知";
}

function endText(candidate: StatsPart | undefined): string {
  if (candidate === undefined) return "未知";
  const type = candidateWords(String(candidate["candidateType"]));
  const address = candidate["address"] ?? candidate["ip"];
  const place = typeof address === "string" && address !== "" ? address : "地址隐藏";
  const { port, protocol } = candidate;
  return `${type} ${place}${typeof port === "number" ? `:${port}` : ""} ${typeof protocol === "string" ? protocol : ""}`.trim();
}

function count(value: unknown): number {
  return typeof value === "number" && Number.isFinite(value) ? value : 0;
}
