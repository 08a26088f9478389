import { useEffect, useEffectEvent, useRef, useState } from "react";
import { readSite, site } from "../../../session/site.ts";
import { Button } from "../../../ui/button.tsx";
import { DownloadLink } from "./download-link.tsx";
import { openFlash, type FlashHandle } from "./flash-session.ts";
import { fillScreen } from "./full-screen.ts";
import { Screen } from "./native-player.tsx";
import css from "./player.module.css";
import { flashFiles, type FlashFiles, type MediaFailure } from "./rules.ts";

interface FlashPlayerParts {
  title: string;
  address: string;
  /** True for a film that the ActionScript player plays, instead of a movie. */
  isFilm: boolean;
  base: string;
  onFailure: (why: MediaFailure) => void;
}

type State = "asked" | "opening" | "playing" | "paused";

/** Plays Flash in a frame that is cut off from the page. The engine is large, so nothing is loaded before it is asked for. */
export function FlashPlayer({ title, address, isFilm, base, onFailure }: FlashPlayerParts) {
  const [state, setState] = useState<State>("asked");
  const [round, setRound] = useState(0);
  const frame = useRef<HTMLIFrameElement>(null);
  const handle = useRef<FlashHandle | null>(null);
  const isOpen = state !== "asked";
  const fail = useEffectEvent(onFailure);

  useEffect(() => {
    const { current } = frame;
    if (!isOpen || current === null) return;
    const session = openFlash(current, {
      address,
      isFilm,
      readFiles: () => readFlashFiles(base),
      onPlaying: () => setState("playing"),
      onFailure: fail,
    });
    handle.current = session;
    return () => session.end();
    // Another round opens it from the beginning.
  }, [isOpen, round, address, isFilm, base]);

  return (
    <div className={css["player"]}>
      <Screen>
        {isOpen ? (
          <iframe
            key={round}
            ref={frame}
            className={css["fill"]}
            title={title}
            src={`${base}flash/frame.html`}
            sandbox="allow-scripts"
            allow="autoplay *; fullscreen *"
          />
        ) : (
          <div className={css["cover"]}>
            <Button look="primary" onClick={() => setState("opening")}>
              {isFilm ? "播放老式影片" : "播放动画"}
            </Button>
            <p>第一次播放要加载约 5 MB 的动画播放器。</p>
          </div>
        )}
        {state === "opening" ? (
          <p className={css["cover"]} role="status">
            正在打开动画播放器……
          </p>
        ) : null}
      </Screen>
      <div className={css["bar"]}>
        {state === "playing" || state === "paused" ? (
          <>
            <button
              type="button"
              className={css["control"]}
              onClick={() => {
                handle.current?.send(state === "playing" ? "pause" : "play");
                setState(state === "playing" ? "paused" : "playing");
              }}
            >
              {state === "playing" ? "暂停" : "继续"}
            </button>
            <button
              type="button"
              className={css["control"]}
              onClick={() => {
                setState("opening");
                setRound(round + 1);
              }}
            >
              从头播放
            </button>
            <button
              type="button"
              className={css["control"]}
              onClick={() => frame.current !== null && fillScreen(frame.current)}
            >
              全屏
            </button>
          </>
        ) : null}
        <DownloadLink address={address} />
      </div>
    </div>
  );
}

async function readFlashFiles(base: string): Promise<FlashFiles> {
  await readSite();
  return flashFiles(site.getState().file, base);
}
