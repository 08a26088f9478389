import { useState } from "react";
import {
  applyChange,
  approveChange,
  CHANGE_REASON_MAX,
  type ChangeSet,
  type ChangeState,
  discardChange,
  readChange,
  REFUSALS,
  undoChange,
} from "#contract";
import { Button } from "../../../web/src/ui/button.tsx";
import { Checkbox } from "../../../web/src/ui/checkbox.tsx";
import { TextField } from "../../../web/src/ui/text-field.tsx";
import { useModule } from "../../kit/react-module.tsx";
import { codeOf } from "../../kit/refusal.ts";
import { Refused, useAct } from "../../kit/use-act.ts";
import { useFocusBack } from "../../kit/use-focus-back.ts";
import { numberText } from "../shell/words.ts";
import css from "./change.module.css";
import { approveText, newPlanIn } from "./rules.ts";

interface Parts {
  change: ChangeSet;
  /** The numbers of the rows chosen to be undone alone. */
  chosen: ReadonlySet<number>;
  onChange: (change: ChangeSet) => void;
  onNewPlan: (plan: { id: string; rows: string[] }) => void;
  /** Goes back to the form that asked for the change, once its plan is discarded. */
  onBack: (() => void) | undefined;
  onDiscarded: () => void;
}

/** Buttons that apply, approve, discard or undo a change, each with what it will do. */
export function ChangeActs(parts: Parts) {
  const { apply, approve, undo, discard } = parts.change.may;
  if (undo) return <Undo {...parts} />;
  if (approve) return <Approve {...parts} />;
  return apply || approve || discard ? <Decide {...parts} /> : null;
}

const LATE: readonly unknown[] = [REFUSALS.conflict.code, REFUSALS.notAllowed.code];

/** The kit's useAct for steps of a change: where somebody else was faster, it is shown as it is by then. */
function useStep({ change: { id, state }, onChange }: Parts) {
  const { send, notify, explain } = useModule();
  const { act, ...rest } = useAct();
  const step = (work: () => Promise<void>) =>
    act(async () => {
      try {
        await work();
      } catch (error) {
        const now = LATE.includes(codeOf(error)) && (await send(readChange, { change_id: id }));
        if (now === false || now.state === state) throw error;
        notify(explain(error));
        onChange(now);
      }
    });
  return { ...rest, act: step };
}

function Decide(parts: Parts) {
  const { change, onChange, onNewPlan, onBack, onDiscarded } = parts;
  const { send } = useModule();
  const [reason, setReason] = useState(change.reason ?? "");
  const { busy, fault, act, lackAt } = useStep(parts);
  const { may, wants, act: words, id } = change;
  const wantsReason = may.apply && wants !== "nothing" && change.reason === null;

  const start = () =>
    act(async () => {
      if (wantsReason && reason.trim() === "") throw new Refused("请先写明原因", "reason");
      const given = wantsReason ? { reason: reason.trim() } : {};
      try {
        onChange(await send(applyChange, { change_id: id, ...given }));
      } catch (error) {
        const plan = newPlanIn(error);
        if (plan === null) throw error;
        onNewPlan(plan);
      }
    });
  const drop = (then: () => void) =>
    act(async () => {
      await send(discardChange, { change_id: id });
      then();
    });

  return (
    <form
      className={css["acts"]}
      aria-label={words}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void start();
      }}
    >
      {wantsReason ? (
        <TextField
          label="原因"
          hint={
            wants === "approval"
              ? "超出了保护界限：写明原因后，由另一位有审批权限的人批准"
              : "超出了保护界限：请写明原因，会留在记录里"
          }
          error={lackAt("reason")}
          value={reason}
          maxLength={CHANGE_REASON_MAX}
          autoComplete="off"
          onChange={({ target }) => setReason(target.value)}
        />
      ) : null}
      <p className={css["fault"]} role="alert">
        {fault}
      </p>
      <div className={css["keys"]}>
        {may.apply ? (
          <Button type="submit" look="primary" busy={busy}>
            {wants === "approval" ? `提交审批：${words}` : words}
          </Button>
        ) : null}
        {may.discard && onBack !== undefined && !(change.state in DROP_WORDS) ? (
          <Button busy={busy} onClick={() => void drop(onBack)}>
            返回修改
          </Button>
        ) : null}
        {may.discard ? (
          <Button busy={busy} onClick={() => void drop(onDiscarded)}>
            {DROP_WORDS[change.state] ?? "不改了"}
          </Button>
        ) : null}
      </div>
    </form>
  );
}

const DROP_WORDS: Partial<Record<ChangeState, string>> = {
  waiting: "撤回申请",
  scheduled: "取消，到时不应用",
};

/** Approves or refuses a change that another person has asked for (CS-03). */
function Approve(parts: Parts) {
  const { change, onChange, onDiscarded } = parts;
  const { send, now: time } = useModule();
  const [now] = useState(() => time().getTime());
  const [refusing, setRefusing] = useState(false);
  const [why, setWhy] = useState("");
  const { busy, fault, act, lackAt } = useStep(parts);
  const { act: words, id } = change;

  const approve = () => act(async () => onChange(await send(approveChange, { change_id: id })));
  const refuse = () =>
    act(async () => {
      const reason = why.trim();
      if (reason === "") throw new Refused("请写明为什么不批准", "why");
      await send(discardChange, { change_id: id, reason });
      onDiscarded();
    });

  return (
    <form
      className={css["acts"]}
      aria-label={refusing ? `不批准“${words}”` : `批准“${words}”`}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void (refusing ? refuse() : approve());
      }}
    >
      {refusing ? (
        <TextField
          label="不批准的原因"
          hint={`会告诉${change.made_by?.name ?? "提出的人"}；什么都不会改`}
          error={lackAt("why")}
          value={why}
          maxLength={CHANGE_REASON_MAX}
          autoComplete="off"
          onChange={({ target }) => setWhy(target.value)}
        />
      ) : null}
      <p className={css["fault"]} role="alert">
        {fault}
      </p>
      <div className={css["keys"]}>
        <Button type="submit" look="primary" busy={busy}>
          {refusing ? `不批准“${words}”` : approveText(change, now)}
        </Button>
        <Button busy={busy} onClick={() => setRefusing(!refusing)}>
          {refusing ? "返回" : "不批准…"}
        </Button>
      </div>
    </form>
  );
}

function Undo(parts: Parts) {
  const { change, chosen, onChange } = parts;
  const { send } = useModule();
  const [asking, setAsking] = useState(false);
  const [overwrite, setOverwrite] = useState(false);
  const { busy, fault, act } = useStep(parts);
  const back = useFocusBack(asking);
  const rows = [...chosen];
  const some = rows.length > 0;
  const words = some ? `撤销选中的 ${numberText(rows.length)} 项` : `撤销“${change.act}”`;

  const undo = () =>
    act(async () => {
      const answer = await send(undoChange, {
        change_id: change.id,
        ...(some && { rows }),
        ...(overwrite && { overwrite }),
      });
      setAsking(false);
      onChange(answer);
    });

  if (!asking) {
    return (
      <div className={css["acts"]}>
        <Button ref={back} onClick={() => setAsking(true)}>
          {some ? words : "撤销"}…
        </Button>
      </div>
    );
  }
  return (
    <form
      className={css["acts"]}
      aria-label={words}
      onSubmit={(event) => {
        event.preventDefault();
        void undo();
      }}
    >
      <p>
        {some ? "选中的各项" : "全部"}会恢复到这次变更之前的样子。后来被别人改过的，会留着并列出来。
      </p>
      <Checkbox
        label="后来被别人改过的也一起撤销"
        checked={overwrite}
        onChange={({ target }) => setOverwrite(target.checked)}
      />
      <p className={css["fault"]} role="alert">
        {fault}
      </p>
      <div className={css["keys"]}>
        <Button type="submit" look="primary" busy={busy} autoFocus>
          {words}
        </Button>
        <Button onClick={() => setAsking(false)}>保持现状</Button>
      </div>
    </form>
  );
}
