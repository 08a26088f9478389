import { Button } from "../../web/src/ui/button.tsx";
import { TextField } from "../../web/src/ui/text-field.tsx";
import type { Contact } from "./contact-row.tsx";
import css from "./form.module.css";
import type { Fault } from "./rules.ts";

/** The field of a new number or address, by code or by password. */
export function NewContact({
  contact: { name, type },
  value,
  fault,
  onChange,
}: {
  contact: Contact;
  value: string;
  fault: Fault;
  onChange: (value: string) => void;
}) {
  return (
    <TextField
      label={`新${name}`}
      type={type}
      value={value}
      error={fault}
      autoComplete={type}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

/** What ends the form, by code or by password. */
export function ContactKeys({
  name,
  verb,
  busy,
  onCancel,
  onRemove,
}: {
  name: string;
  verb: string;
  busy: boolean;
  onCancel: () => void;
  onRemove: (() => void) | undefined;
}) {
  return (
    <div className={css["actions"]}>
      <Button look="primary" type="submit" busy={busy}>
        {verb}
      </Button>
      <Button onClick={onCancel}>取消</Button>
      {onRemove === undefined ? null : (
        <Button look="quiet" onClick={onRemove}>
          删去{name}
        </Button>
      )}
    </div>
  );
}
