import { useState, type FormEvent } from "react";
import {
  monthDayText,
  decideNameCorrection,
  objectToErasure,
  readSchoolRequests,
  REFUSALS,
  REQUEST_REASON_MAX,
  withdrawObjection,
  type SchoolRequests,
} from "#contract";
import { Button } from "../../web/src/ui/button.tsx";
import { TextField } from "../../web/src/ui/text-field.tsx";
import { Card } from "../kit/card.tsx";
import { Failure } from "../kit/failure.tsx";
import { useModule } from "../kit/react-module.tsx";
import { codeOf } from "../kit/refusal.ts";
import { useAct } from "../kit/use-act.ts";
import { useAnswer } from "../kit/use-answer.ts";
import { useFocusBack } from "../kit/use-focus-back.ts";
import css from "./class-roster.module.css";
import { personText } from "./rules.ts";

/** Shows what waits for a decision of the school (ID-11); nothing where nothing waits. */
export function Requests({ onNamesChanged }: { onNamesChanged: () => void }) {
  const { data, error, reload } = useAnswer(readSchoolRequests, {});
  if (data === undefined) {
    const isNotMine = codeOf(error) === REFUSALS.notAllowed.code;
    return error === undefined || isNotMine ? null : <Failure error={error} onRetry={reload} />;
  }
  const { corrections, erasures } = data;
  if (corrections.length + erasures.length === 0) return null;
  const onDecided = () => {
    reload();
    onNamesChanged();
  };
  return (
    <Card title="等学校处理的申请">
      <ul>
        {corrections.map((one) => (
          <Correction key={one.id} correction={one} onDecided={onDecided} />
        ))}
        {erasures.map((one) => (
          <Erasure key={one.person.id} erasure={one} onDecided={reload} />
        ))}
      </ul>
    </Card>
  );
}

function Correction({
  correction: { id, person, to_name, reason },
  onDecided,
}: {
  correction: SchoolRequests["corrections"][number];
  onDecided: () => void;
}) {
  const { send, notify } = useModule();
  const { busy, fault, act } = useAct();
  const [refusing, setRefusing] = useState(false);
  const back = useFocusBack(refusing);
  const decide = (accept: boolean, answer?: string) =>
    act(async () => {
      await send(decideNameCorrection, { id, accept, ...(answer !== undefined && { answer }) });
      notify(accept ? `姓名已改为${to_name}` : "已告诉申请人", "success");
      onDecided();
    });
  return (
    <li className={css["request"]}>
      <div className={css["words"]}>
        <p>
          {person.name}申请把姓名更正为<strong>{to_name}</strong>
        </p>
        <p className={css["soft"]}>
          {personText(person)}；原因：{reason}
        </p>
        <p className={css["fault"]} role="alert">
          {fault}
        </p>
      </div>
      {refusing ? (
        <ReasonForm
          label={`不同意${person.name}更正姓名的原因`}
          button="不同意"
          busy={busy}
          onReason={(text) => void decide(false, text)}
          onCancel={() => setRefusing(false)}
        />
      ) : (
        <div className={css["keys"]}>
          <Button
            look="primary"
            busy={busy}
            aria-label={`同意：${person.name}改为${to_name}`}
            onClick={() => void decide(true)}
          >
            同意
          </Button>
          <Button
            ref={back}
            aria-label={`不同意：${person.name}改为${to_name}`}
            onClick={() => setRefusing(true)}
          >
            不同意…
          </Button>
        </div>
      )}
    </li>
  );
}

function Erasure({
  erasure: { person, requested_by, due_at, may_object, objection },
  onDecided,
}: {
  erasure: SchoolRequests["erasures"][number];
  onDecided: () => void;
}) {
  const { send, notify } = useModule();
  const { busy, fault, act } = useAct();
  const [objecting, setObjecting] = useState(false);
  const back = useFocusBack(objecting);
  const object = (reason: string) =>
    act(async () => {
      await send(objectToErasure, { user_id: person.id, reason });
      notify(`${person.name}离校之前不会删除`, "success");
      setObjecting(false);
      onDecided();
    });
  const withdraw = () =>
    act(async () => {
      await send(withdrawObjection, { user_id: person.id });
      notify("已撤回异议", "success");
      onDecided();
    });
  return (
    <li className={css["request"]}>
      <div className={css["words"]}>
        <p>
          {requested_by}申请删除{person.name}的账号和数据
          {objection === null ? `，${monthDayText(due_at)}之后执行` : "，离校后执行"}
        </p>
        <p className={css["soft"]}>
          {personText(person)}
          {objection === null ? "" : `；学校的异议：${objection.reason}`}
        </p>
        <p className={css["fault"]} role="alert">
          {fault}
        </p>
      </div>
      {objecting ? (
        <ReasonForm
          label={`对删除${person.name}的账号有异议的原因`}
          hint="家长会看到"
          button="提出异议"
          busy={busy}
          onReason={(text) => void object(text)}
          onCancel={() => setObjecting(false)}
        />
      ) : null}
      {may_object && !objecting ? (
        <Button
          ref={back}
          aria-label={`提出异议：${person.name}`}
          onClick={() => setObjecting(true)}
        >
          提出异议…
        </Button>
      ) : null}
      {objection === null ? null : (
        <Button aria-label={`撤回异议：${person.name}`} busy={busy} onClick={() => void withdraw()}>
          撤回异议
        </Button>
      )}
    </li>
  );
}

function ReasonForm({
  label,
  hint,
  button,
  busy,
  onReason,
  onCancel,
}: {
  label: string;
  hint?: string;
  button: string;
  busy: boolean;
  onReason: (reason: string) => void;
  onCancel: () => void;
}) {
  const [reason, setReason] = useState("");
  const [fault, setFault] = useState<string>();
  function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (reason.trim() === "") return setFault("请写明原因");
    onReason(reason.trim());
  }
  return (
    <form className={css["reason"]} noValidate onSubmit={onSubmit}>
      <TextField
        label={label}
        hint={hint}
        value={reason}
        error={fault}
        maxLength={REQUEST_REASON_MAX}
        autoComplete="off"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the person has just asked for it
        autoFocus
        onChange={({ target }) => {
          setReason(target.value);
          setFault(undefined);
        }}
      />
      <div className={css["keys"]}>
        <Button look="primary" type="submit" busy={busy}>
          {button}
        </Button>
        <Button onClick={onCancel}>取消</Button>
      </div>
    </form>
  );
}
