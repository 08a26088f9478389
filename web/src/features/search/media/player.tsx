import { useState } from "react";
import type { Media } from "#contract";
import { reloadPage } from "../../../platform/navigation.ts";
import { FailureView } from "./failure-view.tsx";
import { FlashPlayer } from "./flash-player.tsx";
import { NativePlayer, type Caption } from "./native-player.tsx";
import { playerOf, webAddress, type MediaFailure } from "./rules.ts";

/** A medium of the contract; WebVTT files may come with it, addressed as the medium is. */
export type PlayableMedia = Media & { captions?: readonly Caption[] };

const BASE = new URL(import.meta.env.BASE_URL, window.location.href).href;

/** Plays what a lesson holds: video, sound, streams, and Flash of old. Says in plain words what it cannot play, and what to do. */
export default function MediaPlayer({ media, title }: { media: PlayableMedia; title: string }) {
  const [attempt, setAttempt] = useState(0);
  const [failure, setFailure] = useState<MediaFailure | null>(null);
  const [isOldFilm, setOldFilm] = useState(false);

  const address = webAddress(media.url, BASE);
  const kind = playerOf(media.type);
  const shown = kind === null || address === null ? "unknown" : failure;
  if (shown !== null || address === null) {
    return (
      <FailureView
        failure={shown ?? "unknown"}
        address={address}
        onRetry={() => {
          // browsers remember a script that did not come
          if (shown === "script") return reloadPage();
          setFailure(null);
          setAttempt(attempt + 1);
        }}
      />
    );
  }
  if (kind === "flash" || isOldFilm) {
    return (
      <FlashPlayer
        key={attempt}
        title={title}
        address={address}
        isFilm={isOldFilm}
        base={BASE}
        onFailure={setFailure}
      />
    );
  }
  return (
    <NativePlayer
      key={attempt}
      type={media.type}
      title={title}
      address={address}
      poster={webAddress(media.poster, BASE)}
      captions={(media.captions ?? []).map((one) => ({
        ...one,
        url: webAddress(one.url, BASE) ?? "",
      }))}
      onFailure={(why) => {
        // films of Flash's first years are for an ActionScript player
        if (why === "codec" && media.type === "flv") setOldFilm(true);
        else setFailure(why);
      }}
    />
  );
}
