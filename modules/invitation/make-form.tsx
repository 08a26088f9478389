import { useState, type FormEvent } from "react";
import {
  createInvitation,
  INVITATION_LIMITS,
  INVITED_IDENTITIES,
  readClassRoster,
  type InputOf,
} from "#contract";
import { Button } from "../../web/src/ui/button.tsx";
import { Choice } from "../../web/src/ui/choice.tsx";
import { EmptyState } from "../../web/src/ui/empty-state.tsx";
import { Skeleton } from "../../web/src/ui/skeleton.tsx";
import { TextField } from "../../web/src/ui/text-field.tsx";
import { Card } from "../kit/card.tsx";
import { Failure } from "../kit/failure.tsx";
import { Select } from "../kit/select.tsx";
import { useModule } from "../kit/react-module.tsx";
import { useAct } from "../kit/use-act.ts";
import { useAnswer } from "../kit/use-answer.ts";
import css from "./invitations.module.css";
import {
  DAYS,
  draftOf,
  faultsOf,
  invitedName,
  KIND_HINTS,
  KIND_NAMES,
  kindsFor,
  type Draft,
  type DraftFaults,
} from "./rules.ts";

/** Form for a new invitation: its kind, its target, uses and days. */
export function MakeForm({ onMade }: { onMade: () => void }) {
  const { session, href } = useModule();
  const roster = useAnswer(readClassRoster, {});
  const { data, error, reload } = roster;
  if (data === undefined) {
    if (error !== undefined) return <Failure error={error} onRetry={reload} />;
    return <Skeleton height={320} />;
  }
  const { classes, class_id } = data;
  if (classes.length === 0 && session.identity !== "manager") {
    return (
      <EmptyState title="您还不是班主任" action={<a href={href()}>返回</a>}>
        邀请码由班主任给自己的班级发，学校管理员给全校发。
      </EmptyState>
    );
  }
  return <Form classes={classes} first={class_id ?? ""} onMade={onMade} />;
}

function Form({
  classes,
  first,
  onMade,
}: {
  classes: readonly { id: string; name: string }[];
  first: string;
  onMade: () => void;
}) {
  const { send, notify, navigate, href, session } = useModule();
  const [draft, setDraft] = useState(() => draftOf("class", first));
  const {
    busy,
    fault: faults = {},
    setFault: setFaults,
    act,
  } = useAct<DraftFaults & { form?: string }>((form) => ({ form }));
  const { kind, identity, class_id, uses, days } = draft;
  const change = (part: Partial<Draft>) => {
    setDraft({ ...draft, ...part });
    setFaults({});
  };
  const limits = INVITATION_LIMITS[kind];

  async function make(): Promise<DraftFaults | undefined> {
    const found = faultsOf(draft);
    if (Object.keys(found).length > 0) return found;
    const made = await send(createInvitation, inputOf(draft));
    notify("已新建邀请码", "success");
    onMade();
    navigate(href("show", made.id).slice(1));
    return undefined;
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    void act(make);
  }

  return (
    <Card title="新建邀请码" hint={KIND_HINTS[kind]}>
      <form className={css["form"]} noValidate onSubmit={onSubmit}>
        <Choice
          name="用途"
          options={kindsFor(session.identity).map((one) => [one, KIND_NAMES[one]])}
          value={kind}
          onChoose={(to) => setDraft(draftOf(to, class_id))}
        />
        {INVITED_IDENTITIES[kind].length > 1 ? (
          <Choice
            name="加入的人是"
            options={INVITED_IDENTITIES[kind].map((one) => [one, invitedName(one)])}
            value={identity}
            onChoose={(to) => change({ identity: to })}
          />
        ) : null}
        {kind === "staff" ? null : (
          <Select
            label="班级"
            value={class_id}
            options={classes.map(({ id, name }) => [id, name])}
            error={kind === "class" ? faults.place : undefined}
            onChoose={(to) => change({ class_id: to, child_id: "" })}
          />
        )}
        {kind === "child" && class_id !== "" ? (
          <Pupils
            key={class_id}
            classId={class_id}
            value={draft.child_id}
            error={faults.place}
            onChoose={(to) => change({ child_id: to })}
          />
        ) : null}
        <TextField
          label="可以用几次"
          inputMode="numeric"
          value={uses}
          error={faults.uses}
          hint={kind === "child" ? "父母各用一次，就是 2 次" : undefined}
          onChange={({ target }) => change({ uses: target.value.trim() })}
        />
        <Select
          label="有效期"
          value={String(days)}
          options={DAYS.filter((one) => one <= limits.maxDays).map((one) => [
            String(one),
            `${one} 天`,
          ])}
          onChoose={(to) => change({ days: Number(to) })}
        />
        <p className={css["fault"]} role="alert">
          {faults.form}
        </p>
        <div className={css["ways"]}>
          <Button type="submit" look="primary" busy={busy}>
            新建
          </Button>
          <a className={css["plain"]} href={href()}>
            取消
          </a>
        </div>
      </form>
    </Card>
  );
}

/** Chooses one of the pupils of a class. */
function Pupils({
  classId,
  value,
  error,
  onChoose,
}: {
  classId: string;
  value: string;
  error: string | undefined;
  onChoose: (id: string) => void;
}) {
  const { data, error: failed, reload } = useAnswer(readClassRoster, { class_id: classId });
  if (data === undefined) {
    if (failed !== undefined) return <Failure error={failed} onRetry={reload} />;
    return <Skeleton height={72} />;
  }
  return (
    <Select
      label="学生"
      value={value}
      options={[["", "请选择"], ...data.pupils.map(({ id, name }) => [id, name] as const)]}
      error={error}
      onChoose={onChoose}
    />
  );
}

function inputOf({
  kind,
  identity,
  class_id,
  child_id,
  uses,
  days,
}: Draft): InputOf<typeof createInvitation> {
  return {
    kind,
    identity,
    max_uses: Number(uses),
    days,
    ...(kind === "class" ? { class_id } : {}),
    ...(kind === "child" ? { child_id } : {}),
  };
}
