import { useState, type FormEvent } from "react";
import { REFUSALS } from "#contract";
import { Button } from "../../web/src/ui/button.tsx";
import { TextField } from "../../web/src/ui/text-field.tsx";
import { useAct } from "../kit/use-act.ts";
import css from "./form.module.css";
import { passwordFaults, type PasswordFields } from "./rules.ts";
import { refusalIn, useSave } from "./use-save.ts";

type Faults = Partial<Record<keyof PasswordFields | "form", string>>;

const EMPTY: PasswordFields = { old: "", fresh: "", again: "" };
const FIELDS = [
  { field: "old", label: "当前密码", autoComplete: "current-password" },
  { field: "fresh", label: "新密码", autoComplete: "new-password" },
  { field: "again", label: "再输一次新密码", autoComplete: "new-password" },
] as const;

/** Form for a new password, with the current one. Ends every other sign-in of the person. */
export function PasswordForm({ account }: { account: string }) {
  const [fields, setFields] = useState(EMPTY);
  const save = useSave();
  const {
    busy,
    fault: faults,
    act,
  } = useAct<Faults>((text, error) => {
    const { code, field } = refusalIn(error);
    if (code === REFUSALS.wrongPassword.code) return { old: text };
    return { [field === undefined ? "form" : "fresh"]: text };
  });

  async function change(): Promise<Faults | undefined> {
    const wrong = passwordFaults(fields, account);
    if (Object.keys(wrong).length > 0) return wrong;
    await save({ password: fields.fresh, old_password: fields.old }, "密码已修改");
    setFields(EMPTY);
    return undefined;
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    void act(change);
  }

  return (
    <form className={css["form"]} noValidate onSubmit={onSubmit}>
      {FIELDS.map(({ field, label, autoComplete }) => (
        <TextField
          key={field}
          label={label}
          type="password"
          value={fields[field]}
          error={faults?.[field]}
          autoComplete={autoComplete}
          onChange={({ target }) => setFields({ ...fields, [field]: target.value })}
        />
      ))}
      <p className={css["fault"]} role="alert">
        {faults?.form}
      </p>
      <Button look="primary" type="submit" busy={busy}>
        修改密码
      </Button>
    </form>
  );
}
