import { useRef, useState, type FormEvent } from "react";
import { readNameCorrection, type User } from "#contract";
import { Button } from "../../web/src/ui/button.tsx";
import { Choice } from "../../web/src/ui/choice.tsx";
import { Skeleton } from "../../web/src/ui/skeleton.tsx";
import { TextField } from "../../web/src/ui/text-field.tsx";
import { Card } from "../kit/card.tsx";
import { AlertPart } from "./alert-part.tsx";
import { AvatarPart } from "./avatar-part.tsx";
import { useAct } from "../kit/use-act.ts";
import { useAnswer } from "../kit/use-answer.ts";
import { ContactPart } from "./contact-part.tsx";
import css from "./form.module.css";
import { NameRow } from "./name-row.tsx";
import { nameFault, type ContactOpeners } from "./rules.ts";
import { useSave } from "./use-save.ts";

const GENDERS = [
  ["male", "男"],
  ["female", "女"],
] as const;

export function BasicPart({ user }: { user: User }) {
  const openers = useRef<ContactOpeners>({});
  const [saved, setSaved] = useState(0);
  return (
    <>
      <AvatarPart user={user} />
      <Card title="基本资料">
        <BasicForm user={user} />
      </Card>
      <ContactPart openers={openers} onSaved={() => setSaved((turn) => turn + 1)} />
      <AlertPart turn={saved} onWant={(contact) => openers.current[contact]?.()} />
    </>
  );
}

/** Form for the person's data; a name from a roster is shown, and corrected by the school (ID-11). */
function BasicForm({ user }: { user: User }) {
  const { data, error, reload } = useAnswer(readNameCorrection, {});
  if (data === undefined && error === undefined) return <Skeleton height={240} />;
  if (data?.is_roster_owned !== true) return <OwnForm user={user} mayRename />;
  return (
    <>
      <NameRow name={user.name ?? ""} last={data.correction} onChanged={reload} />
      <OwnForm user={user} mayRename={false} />
    </>
  );
}

function OwnForm({ user, mayRename }: { user: User; mayRename: boolean }) {
  const [name, setName] = useState(user.name ?? "");
  const [gender, setGender] = useState(user.gender ?? null);
  const save = useSave();
  const { busy, fault, act } = useAct();
  const changed = name.trim() !== (user.name ?? "") || gender !== (user.gender ?? null);

  async function saveOwn(): Promise<string | undefined> {
    const wrong = nameFault(name);
    if (wrong !== undefined) return wrong;
    await save({
      ...(mayRename && { name: name.trim() }),
      ...(gender !== null && { gender }),
    });
    return undefined;
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (changed) void act(saveOwn);
  }

  // not `disabled`: what was saved would take the focus away with it
  return (
    <form className={css["form"]} noValidate onSubmit={onSubmit}>
      {mayRename ? (
        <TextField
          label="姓名"
          value={name}
          error={fault}
          autoComplete="name"
          onChange={({ target }) => setName(target.value)}
        />
      ) : null}
      <Choice name="性别" options={GENDERS} value={gender ?? undefined} onChoose={setGender} />
      <p className={css["fixed"]}>
        <span className={css["legend"]}>账号</span>
        {user.account}
      </p>
      {mayRename ? null : (
        <p className={css["fault"]} role="alert">
          {fault}
        </p>
      )}
      <Button look="primary" type="submit" busy={busy} aria-disabled={!changed}>
        保存
      </Button>
    </form>
  );
}
