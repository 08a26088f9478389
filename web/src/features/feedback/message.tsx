import { recentText, type FeedbackMessage, type StoredFile } from "#contract";
import { absoluteUrl } from "../../api/request.ts";
import { platformEntry } from "../../session/platform-entry.ts";
import { classNames } from "../../ui/class-names.ts";
import said from "../../ui/message.module.css";
import { sizeText } from "../../ui/size-text.ts";
import css from "./thread.module.css";

/** Shows a person's message with its attachments. */
export function Message({ message, now }: { message: FeedbackMessage; now: Date }) {
  const { mine, side, name, content, created_at, attachments } = message;
  return (
    <li className={classNames(said["message"], mine && said["mine"])}>
      <p className={css["soft"]}>
        <span className={css["name"]}>{mine ? "我" : name}</span>
        {side === "staff" ? <span className={css["tag"]}>回复</span> : null}
        <time dateTime={created_at}>{recentText(created_at, now)}</time>
      </p>
      <p className={said["content"]}>{content}</p>
      {attachments.length === 0 ? null : (
        <ul className={said["attached"]}>
          {attachments.map((file) => (
            <li key={file.key}>
              <Attached file={file} />
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

function Attached({ file }: { file: StoredFile }) {
  const address = absoluteUrl(file.url, platformEntry.getState().global.apiServer ?? "");
  if (!file.mime.startsWith("image/")) {
    return (
      <a className={css["document"]} href={address} download={file.name}>
        {file.name}（{sizeText(file.size)}）
      </a>
    );
  }
  return (
    <a href={address} target="_blank" rel="noreferrer" aria-label={`打开图片 ${file.name}`}>
      <img
        className={said["picture"]}
        src={address}
        width={file.width ?? undefined}
        height={file.height ?? undefined}
        loading="lazy"
        alt={file.name}
      />
    </a>
  );
}
