import type { Media } from "#contract";
import MediaPlayer from "../media/player.tsx";
import { sizeText } from "../wording.ts";
import css from "./media-view.module.css";

/** Opens a medium: pictures and documents directly, everything that plays in the player. */
export default function MediaView({ media, title }: { media: Media; title: string }) {
  if (media.type === "image") {
    return (
      <figure className={css["picture"]}>
        <img src={addressOf(media.url)} alt={media.name} />
        <figcaption>{media.name}</figcaption>
      </figure>
    );
  }
  if (media.type === "document") {
    return (
      <div className={css["document"]}>
        <DocumentIcon />
        <p className={css["name"]}>{media.name}</p>
        {media.size === null ? null : <p className={css["size"]}>{sizeText(media.size)}</p>}
        <a
          className={css["open"]}
          href={addressOf(media.url)}
          target="_blank"
          rel="noopener noreferrer"
        >
          在新窗口打开文档
        </a>
      </div>
    );
  }
  return <MediaPlayer media={media} title={title} />;
}

function addressOf(url: string): string {
  return new URL(url, new URL(import.meta.env.BASE_URL, window.location.href)).href;
}

function DocumentIcon() {
  return (
    <svg width="48" height="48" viewBox="0 0 48 48" fill="none" aria-hidden="true">
      <path
        d="M12 5h17l9 9v29H12V5Zm17 0v9h9M18 23h14M18 30h14M18 37h9"
        stroke="var(--role-strong)"
        strokeWidth="2.4"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
    </svg>
  );
}
