import { mediumKeyOf, type Media } from "#contract";
import { absoluteUrl } from "../../../api/request.ts";
import { platformEntry } from "../../../session/platform-entry.ts";
import { sizeText } from "../../../ui/size-text.ts";
import MediaPlayer from "../media/player.tsx";
import css from "./media-view.module.css";

/** Opens a medium: pictures and documents directly, everything that plays in the player. */
export default function MediaView({ media: given, title }: { media: Media; title: string }) {
  const media = { ...given, url: addressOf(given.url) };
  if (media.type === "image") {
    return (
      <figure className={css["picture"]}>
        <img src={media.url} alt={media.name} />
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
        <a className={css["open"]} href={media.url} target="_blank" rel="noopener noreferrer">
          在新窗口打开文档
        </a>
      </div>
    );
  }
  return <MediaPlayer media={media} title={title} />;
}

/** Returns the address of a medium: at the API when it was uploaded there, elsewhere, or beside the page. */
function addressOf(url: string): string {
  if (mediumKeyOf(url) !== undefined) {
    url = absoluteUrl(url, platformEntry.getState().global.apiServer ?? "");
  }
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
