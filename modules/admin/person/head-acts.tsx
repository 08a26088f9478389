import { PlanButton } from "../change/plan-button.tsx";
import { ActForm } from "../people/act-forms.tsx";
import { ACTS, type Act } from "../people/act-rules.ts";
import { ResetPasswords } from "../sheets/reset-passwords.tsx";
import { ViewHome } from "./view-home.tsx";
import { EditForm } from "./forms.tsx";
import css from "./person.module.css";
import type { PartOf } from "./person.tsx";

/** Buttons for acts on the whole person. */
export function HeadActs({ person, onChanged }: PartOf) {
  const { can, name } = person;
  const acts: Act[] = [];
  if (can.includes("membership")) acts.push("add");
  if (can.includes("lock")) acts.push(person.locked === null ? "lock" : "unlock");
  return (
    <div className={css["keys"]}>
      {can.includes("edit") ? (
        <PlanButton
          title={`修改资料：${name}`}
          form={<EditForm person={person} />}
          onSettled={onChanged}
          onStale={onChanged}
        >
          修改资料…
        </PlanButton>
      ) : null}
      {acts.map((act) => (
        <PlanButton
          key={act}
          title={`${ACTS[act]}：${name}`}
          form={<ActForm act={act} people={[person]} />}
          onSettled={onChanged}
        >
          {ACTS[act]}…
        </PlanButton>
      ))}
      {can.includes("password") ? <ResetPasswords people={[person]} onDone={onChanged} /> : null}
      {can.includes("view") ? <ViewHome id={person.id} name={name} /> : null}
    </div>
  );
}
