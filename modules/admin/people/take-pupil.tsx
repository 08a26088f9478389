import { useState } from "react";
import { type AnswerOf, showTransfer } from "#contract";
import { TextField } from "../../../web/src/ui/text-field.tsx";
import { useModule } from "../../kit/react-module.tsx";
import { useAct } from "../../kit/use-act.ts";
import { PlanButton } from "../change/plan-button.tsx";
import { ChoiceField, PlanForm } from "../change/plan-form.tsx";
import { usePlanning } from "../change/planning.ts";
import { ClassOf } from "./make-person.tsx";
import { usePlace } from "../shell/place-strip.tsx";

/** 「接收转学…」: takes in a pupil by the former school's code (AD-15). */
export function TakePupilButton({ onSettled }: { onSettled: () => void }) {
  return (
    <PlanButton look="quiet" title="接收转学" form={<TakePupil />} onSettled={onSettled}>
      接收转学…
    </PlanButton>
  );
}

function TakePupil() {
  const { send } = useModule();
  const { plan } = usePlanning();
  const { organisations, one } = usePlace();
  const schools = organisations.filter(({ kind }) => kind === "school");
  const [school, setSchool] = useState(one?.id ?? "");
  const [code, setCode] = useState("");
  const [room, setRoom] = useState("");
  const [shown, setShown] = useState<AnswerOf<typeof showTransfer>>();
  const { busy, fault, act } = useAct();

  function ready(): string | undefined {
    if (shown !== undefined) {
      const into = room === "" ? {} : { class_id: room };
      plan({
        ...{ kind: "pupil-take", transfer_id: shown.transfer_id, school_id: school },
        ...into,
      });
      return undefined;
    }
    if (school === "") return "请选择接收的学校";
    if (code.trim().length < 8) return "请输入转学码，如 kmp7-3xqd";
    void act(async () =>
      setShown(await send(showTransfer, { school_id: school, code: code.trim() })),
    );
    return undefined;
  }

  return (
    <PlanForm label="接收转学" busy={busy} onReady={ready}>
      {shown === undefined ? (
        <>
          {schools.length < 2 ? null : (
            <ChoiceField
              label="接收的学校"
              options={schools.map(({ id, name }) => ({ value: id, label: name }))}
              value={school}
              onChange={setSchool}
            />
          )}
          <TextField
            label="转学码"
            value={code}
            maxLength={20}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            hint="由原来的学校开出，家长带来"
            error={fault}
            onChange={({ target }) => setCode(target.value)}
          />
        </>
      ) : (
        <>
          <p role="status">
            {shown.name}，从{shown.from_school}转来。
          </p>
          <ClassOf school={school} value={room} onChange={setRoom} />
        </>
      )}
    </PlanForm>
  );
}
