import { useState, type FormEvent } from "react";
import { readChildren, saveChildEyes, type ChildEyes } from "#contract";
import { Button } from "../../web/src/ui/button.tsx";
import { Checkbox } from "../../web/src/ui/checkbox.tsx";
import { Choice } from "../../web/src/ui/choice.tsx";
import { Skeleton } from "../../web/src/ui/skeleton.tsx";
import { Failure } from "../kit/failure.tsx";
import { useModule } from "../kit/react-module.tsx";
import { useAct } from "../kit/use-act.ts";
import { useAnswer } from "../kit/use-answer.ts";
import css from "./child-tools.module.css";
import { eyeIntervals } from "./rules.ts";

interface FormParts {
  id: string;
  name: string;
  onClose: () => void;
}

/** Form for a child's reminders to rest, and for whether the child may change them (ID-10, EY-01). */
export function EyeForm(parts: FormParts) {
  const { data, error, reload } = useAnswer(readChildren, {});
  if (data === undefined) {
    if (error !== undefined) return <Failure error={error} onRetry={reload} />;
    return <Skeleton height={180} />;
  }
  const eyes = data.find(({ id }) => id === parts.id)?.eye_protection;
  if (eyes === undefined) return <p>孩子已满 18 岁，由孩子自己设定。</p>;
  return <Chosen {...parts} eyes={eyes} />;
}

function Chosen({ id, name, onClose, eyes }: FormParts & { eyes: ChildEyes }) {
  const { send, notify } = useModule();
  const [mode, setMode] = useState(eyes.mode);
  const [interval, setMinutes] = useState(eyes.interval);
  const [fixed, setFixed] = useState(eyes.fixed);
  const { busy, fault, act } = useAct();

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    void act(async () => {
      await send(saveChildEyes, { child_id: id, mode, interval, fixed });
      notify(`${name}的护眼提醒已保存，孩子下次打开页面时生效`, "success");
      onClose();
    });
  }

  return (
    <form noValidate onSubmit={onSubmit}>
      <Checkbox
        label="提醒孩子休息眼睛"
        checked={mode}
        onChange={({ target }) => setMode(target.checked)}
      />
      {mode ? (
        <Choice
          name="每隔多久休息一次"
          options={eyeIntervals(eyes.interval).map((one) => [String(one), `${one} 分钟`] as const)}
          value={String(interval)}
          onChoose={(one) => setMinutes(Number(one))}
        />
      ) : null}
      <Checkbox
        label="孩子自己不能修改"
        checked={fixed}
        onChange={({ target }) => setFixed(target.checked)}
      />
      <p className={css["fault"]} role="alert">
        {fault}
      </p>
      <div className={css["keys"]}>
        <Button look="primary" type="submit" busy={busy}>
          保存
        </Button>
        <Button onClick={onClose}>取消</Button>
      </div>
    </form>
  );
}
