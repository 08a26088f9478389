import { useLayoutEffect, useRef, useState, type FormEvent } from "react";
import {
  REQUEST_REASON_MAX,
  requestNameCorrection,
  withdrawNameCorrection,
  type NameCorrection,
} from "#contract";
import { Button } from "../../web/src/ui/button.tsx";
import { TextField } from "../../web/src/ui/text-field.tsx";
import { useModule } from "../kit/react-module.tsx";
import { useAct } from "../kit/use-act.ts";
import { useFocusBack } from "../kit/use-focus-back.ts";
import css from "./form.module.css";
import { nameFault } from "./rules.ts";

interface RowParts {
  name: string;
  last: NameCorrection | null;
  onChanged: () => void;
}

/** Shows the name that the school's roster gave, and asks for a correction of it (ID-11). */
export function NameRow(parts: RowParts) {
  const { name, last } = parts;
  const [asking, setAsking] = useState(false);
  const back = useFocusBack(asking);
  const isWaiting = last !== null && last.is_accepted === null;
  return (
    <div className={css["fixed"]}>
      <span className={css["legend"]}>姓名</span>
      <p>{name}</p>
      {isWaiting ? <Waiting last={last} onChanged={parts.onChanged} /> : null}
      {last?.is_accepted === false && !asking ? (
        <p className={css["legend"]}>
          学校没有同意改为“{last.to_name}”：{last.answer}
        </p>
      ) : null}
      {!isWaiting && asking ? <AskForm {...parts} onCancel={() => setAsking(false)} /> : null}
      {!isWaiting && !asking ? (
        <>
          <p className={css["legend"]}>姓名由学校名册提供，写错了可以请学校更正。</p>
          <Button ref={back} onClick={() => setAsking(true)}>
            申请更正姓名
          </Button>
        </>
      ) : null}
    </div>
  );
}

function Waiting({ last, onChanged }: { last: NameCorrection; onChanged: () => void }) {
  const { send, notify } = useModule();
  const { busy, fault, act } = useAct();
  return (
    <>
      <p className={css["legend"]} role="status">
        已申请更正为“{last.to_name}”，等学校处理。
      </p>
      <Button
        busy={busy}
        onClick={() =>
          void act(async () => {
            await send(withdrawNameCorrection, {});
            notify("已撤回申请", "success");
            onChanged();
          })
        }
      >
        撤回申请
      </Button>
      <p className={css["fault"]} role="alert">
        {fault}
      </p>
    </>
  );
}

function AskForm({ name, onChanged, onCancel }: RowParts & { onCancel: () => void }) {
  const { send, notify } = useModule();
  const [wanted, setWanted] = useState(name);
  const [reason, setReason] = useState("");
  const [faults, setFaults] = useState<{ name?: string; reason?: string }>({});
  const { busy, fault, act } = useAct();
  const place = useRef<HTMLFormElement>(null);
  useLayoutEffect(() => place.current?.querySelector("input")?.focus(), []);

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    const wrong = wanted.trim() === name ? "与现在的姓名相同" : nameFault(wanted);
    const found = {
      ...(wrong !== undefined && { name: wrong }),
      ...(reason.trim() === "" && { reason: "请写明原因，学校会看到" }),
    };
    setFaults(found);
    if (Object.keys(found).length > 0) return;
    void act(async () => {
      await send(requestNameCorrection, { name: wanted.trim(), reason: reason.trim() });
      notify("已提交，等学校处理", "success");
      onCancel();
      onChanged();
    });
  }

  return (
    <form
      ref={place}
      className={css["inset"]}
      noValidate
      aria-label="申请更正姓名"
      onSubmit={onSubmit}
    >
      <TextField
        label="正确的姓名"
        value={wanted}
        error={faults.name}
        autoComplete="off"
        onChange={({ target }) => {
          setWanted(target.value);
          setFaults({});
        }}
      />
      <TextField
        label="原因"
        hint="如：名册里写错了字"
        value={reason}
        error={faults.reason}
        maxLength={REQUEST_REASON_MAX}
        autoComplete="off"
        onChange={({ target }) => {
          setReason(target.value);
          setFaults({});
        }}
      />
      <p className={css["fault"]} role="alert">
        {fault}
      </p>
      <div className={css["actions"]}>
        <Button look="primary" type="submit" busy={busy}>
          提交申请
        </Button>
        <Button onClick={onCancel}>取消</Button>
      </div>
    </form>
  );
}
