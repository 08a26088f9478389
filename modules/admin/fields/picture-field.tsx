import { pictureKeyOf, type FilePurpose } from "#contract";
import { Button } from "../../../web/src/ui/button.tsx";
import { useModule } from "../../kit/react-module.tsx";
import css from "./picture-field.module.css";
import { useUpload } from "./use-upload.tsx";

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
  const shown = usePicture(picture === "" ? null : picture);
  const { button, fault } = useUpload({
    ...{ label: `${word}的图片`, purpose, words: "上传图片" },
    onStored: ({ url }) => onChange(url),
  });
  return (
    <div role="group" aria-label={word}>
      <p className={css["label"]}>{word}</p>
      <div className={css["picture"]}>
        {shown === undefined ? null : (
          <img src={shown} width={56} height={56} alt={`现在的${word}`} />
        )}
        {button}
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
