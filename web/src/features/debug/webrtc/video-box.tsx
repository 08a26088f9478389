import { useEffect, useRef } from "react";
import css from "./page.module.css";

/** Shows a stream's picture, or its placeholder. Muted, to avoid feedback into the microphone. */
export function VideoBox({ label, stream }: { label: string; stream: MediaStream | null }) {
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    const element = video.current;
    if (element === null) return;
    element.srcObject = stream;
    // A browser that wants a tap first leaves the picture still.
    if (stream !== null) element.play().catch(() => {});
    return () => {
      element.srcObject = null;
    };
  }, [stream]);
  return <video ref={video} className={css["video"]} aria-label={label} muted playsInline />;
}
