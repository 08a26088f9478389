import type { Media } from "#contract";
import { classNames } from "../../../ui/class-names.ts";
import { sizeText } from "../../../ui/size-text.ts";
import { lengthText } from "../wording.ts";
import css from "./media-choice.module.css";

const TYPE_NAMES: Readonly<Record<Media["type"], string>> = {
  video: "视频",
  audio: "音频",
  hls: "视频",
  flv: "视频",
  swf: "动画",
  document: "文档",
  image: "图片",
};

/** Lists an item's media and marks the one that is open. */
export function MediaChoice({
  media,
  chosen,
  onChoose,
}: {
  media: readonly Media[];
  chosen: number;
  onChoose: (index: number) => void;
}) {
  return (
    <ul className={css["choice"]} aria-label="全部文件">
      {media.map(({ id, name, type, seconds, size }, index) => (
        <li key={id}>
          <button
            type="button"
            className={classNames(css["one"], index === chosen && css["current"])}
            aria-pressed={index === chosen}
            onClick={() => onChoose(index)}
          >
            <span className={css["type"]}>{TYPE_NAMES[type]}</span>
            <span className={css["name"]}>{name}</span>
            <small>
              {seconds !== null ? lengthText(seconds) : size !== null ? sizeText(size) : ""}
            </small>
          </button>
        </li>
      ))}
    </ul>
  );
}
