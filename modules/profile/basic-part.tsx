import { useState, type FormEvent } from "react";
import type { User } from "#contract";
import { Button } from "../../web/src/ui/button.tsx";
import { Choice } from "../../web/src/ui/choice.tsx";
import { TextField } from "../../web/src/ui/text-field.tsx";
import { Card } from "../kit/card.tsx";
import { AvatarPart } from "./avatar-part.tsx";
import { ContactPart } from "./contact-part.tsx";
import css from "./form.module.css";
import { nameFault } from "./rules.ts";
import { useSaving } from "./use-saving.ts";

const GENDERS = [
  ["male", "男"],
  ["female", "女"],
] as const;

export function BasicPart({ user }: { user: User }) {
  return (
    <>
      <AvatarPart user={user} />
      <Card title="基本资料">
        <BasicForm user={user} />
      </Card>
      <ContactPart />
    </>
  );
}

function BasicForm({ user }: { user: User }) {
  const [name, setName] = useState(user.name ?? "");
  const [gender, setGender] = useState(user.gender ?? null);
  const [fault, setFault] = useState<string>();
  const { busy, save } = useSaving();
  const changed = name.trim() !== (user.name ?? "") || gender !== (user.gender ?? null);

  async function onSubmit(event: FormEvent) {
    event.preventDefault();
    const wrong = nameFault(name);
    setFault(wrong);
    if (wrong !== undefined || busy) return;
    const refused = await save({ name: name.trim(), ...(gender === null ? {} : { gender }) });
    setFault(refused?.text);
  }

  return (
    <form className={css["form"]} noValidate onSubmit={(event) => void onSubmit(event)}>
      <TextField
        label="姓名"
        value={name}
        error={fault}
        autoComplete="name"
        onChange={({ target }) => setName(target.value)}
      />
      <Choice name="性别" options={GENDERS} value={gender ?? undefined} onChoose={setGender} />
      <p className={css["fixed"]}>
        <span className={css["legend"]}>账号</span>
        {user.account}
      </p>
      <Button look="primary" type="submit" busy={busy} disabled={!changed}>
        保存
      </Button>
    </form>
  );
}
