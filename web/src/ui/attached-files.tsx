import css from "./attached-files.module.css";
import { sizeText } from "./size-text.ts";

interface Attached {
  key: string;
  name: string;
  mime: string;
  size: number;
  url: string;
}

/** The pictures and files of a notice: pictures small, files as lines that are downloaded. */
export function AttachedFiles<T extends Attached>({
  files,
  address,
  kindOf,
  onOpen,
}: {
  files: readonly T[];
  address: (url: string) => string;
  /** Names the kind of a file, as people know it. */
  kindOf: (file: T) => string;
  /** Shows a picture large; without it a picture opens in a tab of its own. */
  onOpen?: (picture: T) => void;
}) {
  const pictures = files.filter(isPicture);
  const others = files.filter((file) => !isPicture(file));
  return (
    <>
      {pictures.length === 0 ? null : (
        <ul className={css["pictures"]} aria-label="图片">
          {pictures.map((file) => {
            const picture = (
              <img
                className={css["picture"]}
                src={address(file.url)}
                loading="lazy"
                alt={file.name}
              />
            );
            return (
              <li key={file.key}>
                {onOpen === undefined ? (
                  <a
                    className={css["open"]}
                    href={address(file.url)}
                    target="_blank"
                    rel="noopener noreferrer"
                  >
                    {picture}
                  </a>
                ) : (
                  <button
                    type="button"
                    className={css["open"]}
                    aria-haspopup="dialog"
                    aria-label={`放大图片 ${file.name}`}
                    onClick={() => onOpen(file)}
                  >
                    {picture}
                  </button>
                )}
              </li>
            );
          })}
        </ul>
      )}
      {others.length === 0 ? null : (
        <ul className={css["files"]} aria-label="文件">
          {others.map((file) => (
            <li key={file.key}>
              <a className={css["file"]} href={address(file.url)} download={file.name}>
                <span className={css["name"]}>{file.name}</span>
                <span className={css["kind"]}>
                  {kindOf(file)}，{sizeText(file.size)}
                </span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

export function isPicture({ mime }: Pick<Attached, "mime">): boolean {
  return mime.startsWith("image/");
}
