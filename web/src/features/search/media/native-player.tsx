import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from "react";
import type { MediaType } from "#contract";
import { classNames } from "../../../ui/class-names.ts";
import { DownloadLink } from "./download-link.tsx";
import { fillScreen } from "./full-screen.ts";
import css from "./player.module.css";
import { SPEEDS, type MediaFailure } from "./rules.ts";
import { feed } from "./source.ts";

/** A WebVTT file. */
export interface Caption {
  url: string;
  label: string;
  lang: string;
}

interface NativePlayerParts {
  type: MediaType;
  title: string;
  address: string;
  poster: string | null;
  captions: readonly Caption[];
  onFailure: (why: MediaFailure) => void;
}

/** The browser's own player with its controls, and below it those that some browsers lack: speed and full screen. */
export function NativePlayer(parts: NativePlayerParts) {
  const { type, title, address, poster, captions, onFailure } = parts;
  const element = useRef<HTMLVideoElement & HTMLAudioElement>(null);
  const [isBlind, setBlind] = useState(false);
  const isSound = type === "audio";

  const fail = useEffectEvent(onFailure);

  useEffect(() => {
    const { current } = element;
    return current === null ? undefined : feed(current, type, address, fail);
  }, [type, address]);

  const tracks = captions.map(({ url, label, lang }, index) => (
    <track key={url} kind="captions" src={url} label={label} srcLang={lang} default={index === 0} />
  ));
  const shared = {
    ref: element,
    controls: true,
    preload: "metadata",
    "aria-label": title,
    ...(captions.some(({ url }) => !isOwn(url)) && { crossOrigin: "anonymous" as const }),
  };
  return (
    <div className={css["player"]}>
      {isSound ? (
        <audio {...shared} className={css["audio"]}>
          {tracks}
        </audio>
      ) : (
        <Screen>
          <video
            {...shared}
            className={css["fill"]}
            playsInline
            poster={poster ?? undefined}
            onLoadedData={({ currentTarget }) => setBlind(currentTarget.videoWidth === 0)}
          >
            {tracks}
          </video>
        </Screen>
      )}
      {isBlind ? (
        <p className={css["notice"]} role="status">
          这个浏览器放不出画面，只有声音。可以换新版的 Edge 或 Chrome 再试，或者下载后观看。
        </p>
      ) : null}
      <div className={css["bar"]}>
        <label className={css["speed"]}>
          倍速
          <select
            className={css["control"]}
            defaultValue={1}
            onChange={({ target }) => {
              if (element.current !== null) element.current.playbackRate = Number(target.value);
            }}
          >
            {SPEEDS.map((speed) => (
              <option key={speed} value={speed}>
                {speed === 1 ? "正常" : `${speed} 倍`}
              </option>
            ))}
          </select>
        </label>
        {isSound ? null : (
          <button
            type="button"
            className={css["control"]}
            onClick={() => element.current !== null && fillScreen(element.current)}
          >
            全屏
          </button>
        )}
        {type === "hls" ? null : <DownloadLink address={address} />}
      </div>
    </div>
  );
}

/** Sixteen by nine, as wide as there is room for. */
export function Screen({ children, className }: { children: ReactNode; className?: string }) {
  return <div className={classNames(css["screen"], className)}>{children}</div>;
}

function isOwn(address: string): boolean {
  return address.startsWith(`${window.location.origin}/`);
}
