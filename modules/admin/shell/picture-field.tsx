import { useRef } from "react";
import { pictureKeyOf, type FilePurpose } from "#contract";
import { Button } from "../../../web/src/ui/button.tsx";
import { useModule } from "../../kit/react-module.tsx";
import { useAct } from "../../kit/use-act.ts";
import css from "./picture-field.module.css";

/** Returns the address at which a picture is seen: of one that was put, at the API; undefined without one. */
export function usePicture(picture: string | null): string | undefined {
  const { fileAddress } = useModule();
  if (picture === null) return undefined;
  return pictureKeyOf(picture) === undefined ? picture : fileAddress(picture);
}

/** A picture that is uploaded, or none of one's own. */
export function PictureField({
  word,
  purpose,
  picture,
  fault: given,
  onChange,
}: {
  /** The picture's word: 「标志」, 「封面」. */
  word: string;
  purpose: FilePurpose;
  /** Empty: none. */
  picture: string;
  fault?: string | undefined;
  onChange: (picture: string) => void;
}) {
  const { upload } = useModule();
  const shown = usePicture(picture === "" ? null : picture);
  const input = useRef<HTMLInputElement>(null);
  const { busy, fault, act } = useAct();
  const put = async (file: File) => onChange((await upload(file, purpose)).url);
  return (
    <div role="group" aria-label={word}>
      <p className={css["label"]}>{word}</p>
      <div className={css["picture"]}>
        {shown === undefined ? null : (
          <img src={shown} width={56} height={56} alt={`现在的${word}`} />
        )}
        <input
          ref={input}
          type="file"
          accept="image/png,image/jpeg,image/webp,image/gif"
          className="visually-hidden"
          tabIndex={-1}
          aria-label={`${word}的图片`}
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            if (file !== undefined) void act(() => put(file));
            // the same file can be chosen again
            target.value = "";
          }}
        />
        <Button busy={busy} onClick={() => input.current?.click()}>
          上传图片
        </Button>
        {picture === "" ? null : (
          <Button look="quiet" onClick={() => onChange("")}>
            不用这个{word}
          </Button>
        )}
      </div>
      <p className={css["fault"]} role="alert">
        {fault ?? given}
      </p>
    </div>
  );
}
