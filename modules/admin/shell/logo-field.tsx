import { useRef } from "react";
import { pictureKeyOf } from "#contract";
import { Button } from "../../../web/src/ui/button.tsx";
import { useModule } from "../../kit/react-module.tsx";
import { useAct } from "../../kit/use-act.ts";
import css from "./logo-field.module.css";

/** Returns the address at which a logo is seen: of one that was put, at the API; undefined without one. */
export function useLogo(logo: string | null): string | undefined {
  const { fileAddress } = useModule();
  if (logo === null) return undefined;
  return pictureKeyOf(logo) === undefined ? logo : fileAddress(logo);
}

/** A logo that is uploaded, or none of one's own. */
export function LogoField({
  logo,
  fault: given,
  onChange,
}: {
  /** Empty: none. */
  logo: string;
  fault?: string | undefined;
  onChange: (logo: string) => void;
}) {
  const { upload } = useModule();
  const shown = useLogo(logo === "" ? null : logo);
  const input = useRef<HTMLInputElement>(null);
  const { busy, fault, act } = useAct();
  const put = async (file: File) => onChange((await upload(file, "logo")).url);
  return (
    <div role="group" aria-label="标志">
      <p className={css["label"]}>标志</p>
      <div className={css["logo"]}>
        {shown === undefined ? null : <img src={shown} width={56} height={56} alt="现在的标志" />}
        <input
          ref={input}
          type="file"
          accept="image/png,image/jpeg,image/webp,image/gif"
          className="visually-hidden"
          tabIndex={-1}
          aria-label="标志的图片"
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
        {logo === "" ? null : (
          <Button look="quiet" onClick={() => onChange("")}>
            不用这个标志
          </Button>
        )}
      </div>
      <p className={css["fault"]} role="alert">
        {fault ?? given}
      </p>
    </div>
  );
}
