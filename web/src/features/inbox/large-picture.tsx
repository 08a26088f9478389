import { type KeyboardEvent, useRef, useState } from "react";
import { createPortal } from "react-dom";
import type { StoredFile } from "#contract";
import { IconButton } from "../../ui/icon-button.tsx";
import { useModal } from "../../ui/use-modal.ts";
import css from "./large-picture.module.css";

const ARROW_RIGHT = "M5 12h14m-6-6 6 6-6 6";

/** One of several pictures over the whole window; the next by its buttons or the arrow keys, closed by Escape. */
export function LargePicture({
  pictures,
  first,
  address,
  onClose,
}: {
  pictures: readonly StoredFile[];
  first: StoredFile;
  address: (url: string) => string;
  onClose: () => void;
}) {
  const [index, setIndex] = useState(Math.max(0, pictures.indexOf(first)));
  const [broken, setBroken] = useState<string>();
  const root = useRef<HTMLDivElement>(null);
  const onModalKey = useModal(root, root, (element) => element, onClose);
  const picture = pictures[index] ?? first;
  const several = pictures.length > 1;
  const move = (by: number) => setIndex((index + by + pictures.length) % pictures.length);
  const onKeyDown = (event: KeyboardEvent) => {
    if (several && event.key === "ArrowLeft") move(-1);
    else if (several && event.key === "ArrowRight") move(1);
    else onModalKey(event);
  };
  const isBroken = broken === picture.key;
  return createPortal(
    <div
      ref={root}
      className={css["cover"]}
      role="dialog"
      aria-modal="true"
      aria-label="图片"
      tabIndex={-1}
      onKeyDown={onKeyDown}
    >
      <div className={css["bar"]}>
        <p className={css["name"]} aria-live="polite">
          {picture.name}
          {several ? `（第 ${index + 1} 张，共 ${pictures.length} 张）` : ""}
        </p>
        <IconButton className={css["key"]} icon="close" label="关闭" onClick={onClose} />
      </div>
      {isBroken ? (
        <p className={css["broken"]} role="alert">
          这张图片打不开，通知可能已经修改或撤回。
        </p>
      ) : (
        <img
          key={picture.key}
          className={css["picture"]}
          src={address(picture.url)}
          alt={picture.name}
          onError={() => setBroken(picture.key)}
        />
      )}
      <div className={css["foot"]}>
        {several ? (
          <IconButton
            className={css["key"]}
            icon="arrow-left"
            label="上一张"
            onClick={() => move(-1)}
          />
        ) : null}
        <a
          className={css["whole"]}
          href={address(picture.url)}
          target="_blank"
          rel="noopener noreferrer"
        >
          打开原图
        </a>
        {several ? (
          <IconButton
            className={css["key"]}
            icon={ARROW_RIGHT}
            label="下一张"
            onClick={() => move(1)}
          />
        ) : null}
      </div>
    </div>,
    document.body,
  );
}
