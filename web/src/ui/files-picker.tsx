import { useRef } from "react";
import { Button } from "./button.tsx";
import css from "./files-picker.module.css";
import { IconButton } from "./icon-button.tsx";
import { sizeText } from "./size-text.ts";
import type { Attachment, Attachments, Stored } from "./use-attachments.ts";

/** The files attached to what is being written, each with its progress and a way to remove it, and the button that adds one. */
export function FilesPicker<T extends Stored>({
  attachments: { list, fault, add, again, remove },
  accept,
  label,
  most,
  children,
}: {
  attachments: Attachments<T>;
  /** Types and endings that the browser offers. */
  accept: readonly string[];
  /** Name of the browser's own field. */
  label: string;
  /** The most files that may be attached. */
  most: number;
  /** Words of the button. */
  children: string;
}) {
  const chooser = useRef<HTMLInputElement>(null);
  const adding = useRef<HTMLDivElement>(null);
  return (
    <>
      <input
        ref={chooser}
        type="file"
        multiple
        accept={accept.join(",")}
        className="visually-hidden"
        tabIndex={-1}
        aria-label={label}
        onChange={({ currentTarget }) => {
          add([...(currentTarget.files ?? [])]);
          currentTarget.value = "";
        }}
      />
      {list.length === 0 ? null : (
        <ul className={css["list"]}>
          {list.map((one) => (
            <li key={one.id} className={css["row"]}>
              <span className={css["words"]}>
                <span className={css["name"]}>{one.name}</span>
                <span
                  className={one.fault === undefined ? css["soft"] : css["fault"]}
                  role="status"
                >
                  {stateOf(one)}
                </span>
              </span>
              {one.fault === undefined || one.file === undefined ? null : (
                <Button
                  look="quiet"
                  aria-label={`重试 ${one.name}`}
                  onClick={({ currentTarget }) => {
                    // it goes, and the focus must not go with it
                    (currentTarget.nextElementSibling as HTMLElement).focus();
                    again(one);
                  }}
                >
                  重试
                </Button>
              )}
              <IconButton
                icon="close"
                label={`${one.stored || one.fault ? "移除" : "取消上传"} ${one.name}`}
                onClick={() => {
                  remove(one.id);
                  adding.current?.querySelector("button")?.focus();
                }}
              />
            </li>
          ))}
        </ul>
      )}
      <div ref={adding}>
        <Button icon="plus" disabled={list.length >= most} onClick={() => chooser.current?.click()}>
          {children}
        </Button>
      </div>
      <p className={css["fault"]} role="alert">
        {fault}
      </p>
    </>
  );
}

function stateOf({ stored, fault, part, size }: Attachment): string {
  if (fault !== undefined) return fault;
  if (stored !== undefined) return sizeText(size);
  return part < 1 ? `已上传 ${Math.round(part * 100)}%` : "正在检查…";
}
