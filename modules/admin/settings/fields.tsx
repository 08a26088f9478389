import { useRef } from "react";
import { isColour } from "#contract";
import { Button } from "../../../web/src/ui/button.tsx";
import { TextField } from "../../../web/src/ui/text-field.tsx";
import { useModule } from "../../kit/react-module.tsx";
import { useAct } from "../../kit/use-act.ts";
import css from "./settings.module.css";

/** A colour by its digits or by the browser's picker. */
export function ColourField({
  label,
  value,
  error,
  hint,
  first,
  onChange,
}: {
  label: string;
  value: string;
  error?: string | undefined;
  hint: string;
  /** The default, from which the picker begins. */
  first: string;
  onChange: (value: string) => void;
}) {
  return (
    <div className={css["colour"]}>
      <TextField
        label={label}
        value={value}
        maxLength={7}
        autoComplete="off"
        spellCheck={false}
        error={error}
        hint={hint}
        onChange={({ target }) => onChange(target.value)}
      />
      <input
        type="color"
        className={css["swatch"]}
        aria-label={`选择${label}`}
        value={isColour(value) ? value : first}
        onChange={({ target }) => onChange(target.value)}
      />
    </div>
  );
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
  const { upload, fileAddress } = useModule();
  const input = useRef<HTMLInputElement>(null);
  const { busy, fault, act } = useAct();
  const put = async (file: File) => onChange((await upload(file, "logo")).url);
  return (
    <div role="group" aria-label="标志">
      <p className={css["label"]}>标志</p>
      <div className={css["logo"]}>
        {logo === "" ? null : (
          <img src={fileAddress(logo)} width={56} height={56} alt="现在的标志" />
        )}
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
