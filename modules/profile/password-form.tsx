import { useState, type FormEvent } from "react";
import { Button } from "../../web/src/ui/button.tsx";
import { TextField } from "../../web/src/ui/text-field.tsx";
import css from "./form.module.css";
import { passwordFaults, type PasswordFields } from "./rules.ts";
import { useSaving, WRONG_PASSWORD } from "./use-saving.ts";

const EMPTY: PasswordFields = { old: "", fresh: "", again: "" };
const FIELDS = [
  { field: "old", label: "当前密码", autoComplete: "current-password" },
  { field: "fresh", label: "新密码", autoComplete: "new-password" },
  { field: "again", label: "再输一次新密码", autoComplete: "new-password" },
] as const;

/** A new password, with the present one. Every other sign-in of the person ends. */
export function PasswordForm({ account }: { account: string }) {
  const [fields, setFields] = useState(EMPTY);
  const [faults, setFaults] = useState<Partial<Record<keyof PasswordFields, string>>>({});
  const { busy, save } = useSaving();

  async function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    const wrong = passwordFaults(fields, account);
    setFaults(wrong);
    if (Object.keys(wrong).length > 0) return;
    const refused = await save({ password: fields.fresh, old_password: fields.old });
    if (refused === null) setFields(EMPTY);
    else setFaults({ [refused.code === WRONG_PASSWORD ? "old" : "fresh"]: refused.text });
  }

  return (
    <form className={css["form"]} noValidate onSubmit={(event) => void onSubmit(event)}>
      {FIELDS.map(({ field, label, autoComplete }) => (
        <TextField
          key={field}
          label={label}
          type="password"
          value={fields[field]}
          error={faults[field]}
          autoComplete={autoComplete}
          onChange={({ target }) => setFields({ ...fields, [field]: target.value })}
        />
      ))}
      <Button look="primary" type="submit" busy={busy}>
        修改密码
      </Button>
    </form>
  );
}
