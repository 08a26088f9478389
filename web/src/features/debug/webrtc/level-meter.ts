import { loudness } from "./rules.ts";

const LOOK_EVERY_MS = 100;

export const canMeter = (): boolean => "AudioContext" in window;

/** Notifies of the stream's level, 0 to 1, ten times a second. Returns a function that stops it. */
export function startLevelMeter(stream: MediaStream, notify: (level: number) => void): () => void {
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  analyser.fftSize = 2048;
  const source = context.createMediaStreamSource(stream);
  source.connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  const clock = setInterval(() => {
    analyser.getFloatTimeDomainData(samples);
    notify(loudness(samples));
  }, LOOK_EVERY_MS);
  void context.resume();
  return () => {
    clearInterval(clock);
    source.disconnect();
    void context.close();
  };
}
