/** The devices to open. Empty ids leave the choice to the browser; null leaves the device shut. */
export interface CaptureRequest {
  camera: string | null;
  microphone: string | null;
  size?: Size;
}

export interface Size {
  width: number;
  height: number;
}

/** The sizes tested, from one that every camera has to one of a classroom's visualiser. */
export const SIZES: readonly Size[] = [
  { width: 320, height: 240 },
  { width: 640, height: 480 },
  { width: 1280, height: 720 },
  { width: 1920, height: 1080 },
  { width: 2560, height: 1440 },
  { width: 3840, height: 2160 },
];

export const canCapture = (): boolean => navigator.mediaDevices?.getUserMedia !== undefined;

/** Opens camera and microphone. Whoever gets the stream must stop it; when `signal` has fired by then, it is stopped here. */
export async function openCapture(
  { camera, microphone, size }: CaptureRequest,
  signal: AbortSignal,
): Promise<MediaStream> {
  const stream = await navigator.mediaDevices.getUserMedia({
    video: camera === null ? false : { ...chosen(camera), ...(size && exactly(size)) },
    audio: microphone === null ? false : chosen(microphone),
  });
  if (!signal.aborted) return stream;
  stopStream(stream);
  throw new DOMException("left", "AbortError");
}

export function stopStream(stream: MediaStream | null): void {
  for (const track of stream?.getTracks() ?? []) track.stop();
}

export interface TriedSize {
  asked: Size;
  /** The size that the camera gave; null when it could not. */
  got: (Size & { frameRate: number }) | null;
}

/** Asks the camera for exactly each size, one after the other, and notifies after each. */
export async function trySizes(
  camera: string,
  signal: AbortSignal,
  notify: (tried: readonly TriedSize[]) => void,
): Promise<void> {
  const tried: TriedSize[] = [];
  for (const asked of SIZES) {
    let got: TriedSize["got"] = null;
    try {
      const stream = await openCapture({ camera, microphone: null, size: asked }, signal);
      const {
        width = 0,
        height = 0,
        frameRate = 0,
      } = stream.getVideoTracks()[0]?.getSettings() ?? {};
      got = { width, height, frameRate };
      stopStream(stream);
    } catch (error) {
      if (signal.aborted) return;
      if (!isTooMuch(error)) throw error;
    }
    tried.push({ asked, got });
    notify([...tried]);
  }
}

function isTooMuch(error: unknown): boolean {
  return error instanceof Error || error instanceof DOMException
    ? error.name === "OverconstrainedError"
    : (error as { name?: unknown } | null)?.name === "OverconstrainedError";
}

const chosen = (id: string): MediaTrackConstraints =>
  id === "" ? {} : { deviceId: { exact: id } };

const exactly = ({ width, height }: Size): MediaTrackConstraints => ({
  width: { exact: width },
  height: { exact: height },
});
