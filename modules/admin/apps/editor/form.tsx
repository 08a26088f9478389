import { useEffect, useLayoutEffect, useRef, useState, type FormEvent } from "react";
import { readAppEntry, saveApp, type AnswerOf, type AppDraft, type ShelfState } from "#contract";
import { Button } from "../../../../web/src/ui/button.tsx";
import { classNames } from "../../../../web/src/ui/class-names.ts";
import { useModule } from "../../../kit/react-module.tsx";
import { useAct } from "../../../kit/use-act.ts";
import { isFocusLost } from "../../../kit/use-focus-back.ts";
import { AccessStep, SecretOnce } from "./access-step.tsx";
import { AudienceStep } from "./audience-step.tsx";
import { BasicStep } from "./basic-step.tsx";
import css from "./editor.module.css";
import {
  ALL_FIELDS,
  draftOf,
  type Choices,
  type Faults,
  type Filled,
  faultsOf,
  faultyStep,
  isFaulty,
  WORDS,
  wrongDates,
  type StepId,
  STEPS,
} from "./rules.ts";
import { settingsDraft, settingsOf } from "./settings.ts";
import { DraftRestored, useUnsavedDraft, useKeepDraft } from "../../shell/unsaved-draft.tsx";
import { conflictsIn, conflictText, rebase, touchedIn } from "../../fields/field-changes.ts";

/** An app as it was read, with what may be chosen for it. */
export interface Loaded {
  draft: AppDraft;
  choices: Choices;
  names: ReadonlyMap<string, string>;
  from: ShelfState | undefined;
  hasSecret: boolean;
  handover: AnswerOf<typeof readAppEntry>["handover"];
}

const NO_FAULTS: Faults = { fields: {} };
const SAVE_TIMEOUT_MS = 60_000;

/** Contents of the form that were left unsaved, with what had been read and the names of what was chosen. */
interface Left {
  read: Filled;
  filled: Filled;
  names: ReadonlyMap<string, string>;
}

/** Props of the editor, which it passes on to its form. */
export interface Parts {
  /** The app's id; null for a new app. */
  id: string | null;
  icons: ReadonlyMap<string, string>;
  onSaved: (id: string) => void;
  onCancel: () => void;
}

const filledOf = (draft: AppDraft, { settings: fields }: Choices): Filled => ({
  ...draft,
  settings: settingsDraft(draft.settings ?? {}, fields),
});

/** The three steps of an app that was read, and the saving of what was filled in. */
export function Form({
  loaded: { draft: first, choices, names: firstNames, from, hasSecret, handover },
  step,
  onStep: setStep,
  comesBack,
  icons,
  onReload,
  onSaved,
  onCancel,
}: Parts & {
  loaded: Loaded;
  step: StepId;
  onStep: (step: StepId) => void;
  /** Tells whether the app was read anew, and the form that had the focus is gone. */
  comesBack: boolean;
  onReload: () => void;
}) {
  const { send, notify, root } = useModule();
  const { key, left: begun, forget } = useUnsavedDraft(`app/${first.id ?? ""}`);
  const left = begun as Left | undefined;
  const [read, setRead] = useState(() => filledOf(first, choices));
  // somebody else may have saved since
  const [resumed] = useState(() => left && rebase(left.read, left.filled, read));
  const [{ settings, ...draft }, setFilled] = useState(resumed?.draft ?? read);
  const [names, setNames] = useState(() => new Map([...firstNames, ...(left?.names ?? [])]));
  const [secret, setSecret] = useState<{ id: string; secret: string }>();
  const faultOf = (faults: Faults) => {
    const faulty = faultyStep(faults);
    if (faulty !== undefined) setStep(faulty);
    return faults;
  };
  const known = [...ALL_FIELDS, ...choices.settings.map(({ name }) => `settings.${name}`)];
  const { busy, fault, act } = useAct<Faults>((text, error) =>
    faultOf(faultsOf(error, text, known)),
  );
  const faults = fault ?? NO_FAULTS;
  const filled = { ...draft, settings };
  useKeepDraft(
    key,
    draft.name === "" ? "新应用" : `应用“${draft.name}”`,
    secret !== undefined || touchedIn(read, filled).length === 0
      ? undefined
      : { read, filled, names },
  );
  const form = useRef<HTMLFormElement>(null);
  const steps = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (comesBack && isFocusLost(root)) {
      steps.current?.querySelector<HTMLElement>("[aria-current]")?.focus();
    }
  }, [comesBack, root]);
  useEffect(() => {
    if (fault === undefined) return;
    const faulty = form.current?.querySelector<HTMLElement>("[aria-invalid=true]");
    faulty?.focus({ preventScroll: true });
    // in the middle: what is wrong with it would else stand behind the foot
    faulty?.scrollIntoView({ block: "center" });
  }, [fault]);
  const change = (part: Partial<Filled>) => setFilled((before) => ({ ...before, ...part }));
  const parts = {
    draft,
    faults,
    choices,
    names,
    onChange: ({ settings: _apart, ...part }: AppDraft) => change(part),
    onName: (id: string, name: string) => setNames((before) => new Map(before).set(id, name)),
  };

  async function submit(): Promise<Faults | undefined> {
    const given = settingsOf(draft.launch, settings, choices.settings);
    if (given === undefined) {
      const fields = { settings: "写法不对：应为一个 JSON 对象。" };
      return faultOf({ fields, form: "请检查标出的内容。" });
    }
    const wrong = wrongDates(draft);
    if (wrong.length > 0) {
      // each says itself what is wrong with it, as long as it is
      const fields = Object.fromEntries(wrong.map((one) => [one, ""]));
      return faultOf({ fields, form: "请检查标出的内容。" });
    }
    const aliases = (draft.aliases ?? []).map((one) => one.trim()).filter((one) => one !== "");
    const whole = { ...draft, aliases, settings: given };
    try {
      const saved = await send(saveApp, whole, { timeoutMs: SAVE_TIMEOUT_MS });
      notify("已保存", "success");
      forget();
      if (saved.secret === undefined) onSaved(saved.id);
      else setSecret({ id: saved.id, secret: saved.secret });
    } catch (error) {
      if (conflictsIn(error) === null || draft.id === undefined) throw error;
      return layOver(draft.id);
    }
    return undefined;
  }
  /** Reads what somebody else has saved, and lays what was filled in over it. */
  async function layOver(id: string): Promise<Faults> {
    const entry = await send(readAppEntry, { id });
    const theirs = filledOf(draftOf(entry.app), choices);
    const laid = rebase<Filled>(read, filled, theirs);
    setRead(theirs);
    setFilled(laid.draft);
    setNames(
      (before) => new Map([...before, ...entry.names.map((one) => [one.id, one.name] as const)]),
    );
    return { fields: {}, form: conflictText(laid, theirs, WORDS), isStale: true };
  }
  function drop() {
    forget();
    setFilled(read);
  }
  function onSubmit(event: FormEvent) {
    event.preventDefault();
    void act(submit);
  }
  function go(to: StepId | undefined) {
    if (to === undefined) return;
    setStep(to);
    // at the foot the key that was pressed may be gone, and what follows it is no part of the step
    const button = steps.current?.children[STEPS.findIndex(({ id }) => id === to)];
    if (button instanceof HTMLElement) button.focus({ preventScroll: true });
    form.current?.scrollIntoView({ block: "start" });
  }

  if (secret !== undefined) {
    return <SecretOnce {...secret} onDone={() => onSaved(secret.id)} />;
  }
  const at = STEPS.findIndex(({ id }) => id === step);
  return (
    <form ref={form} className={css["editor"]} onSubmit={onSubmit} noValidate>
      <div ref={steps} className={css["steps"]} role="group" aria-label="步骤">
        {STEPS.map(({ id, name, fields }, index) => (
          <button
            key={id}
            type="button"
            className={classNames(css["step"], isFaulty({ fields }, faults) && css["hasFault"])}
            aria-current={id === step ? "step" : undefined}
            onClick={() => setStep(id)}
          >
            {index + 1} {name}
          </button>
        ))}
      </div>
      <div className={css["form"]}>
        {resumed === undefined || left === undefined ? null : (
          <DraftRestored way="放弃，重新填写" onDiscard={drop}>
            {resumed.changed.length > 0
              ? conflictText(resumed, read, WORDS)
              : "上次填写的还没有保存，可以接着填。"}
          </DraftRestored>
        )}
        {step === "basic" ? <BasicStep {...parts} icons={icons} /> : null}
        {step === "audience" ? <AudienceStep {...parts} from={from} /> : null}
        {step === "access" ? (
          <AccessStep
            {...parts}
            settings={settings}
            onSettings={(given) => change({ settings: given })}
            hasSecret={hasSecret}
            handover={handover}
          />
        ) : null}
        <div className={css["foot"]}>
          <p className={css["fault"]} role="alert">
            {faults.form}
          </p>
          {faults.isStale === true ? (
            <Button
              icon="refresh"
              onClick={() => {
                forget();
                onReload();
              }}
            >
              全部用对方的（放弃我的更改）
            </Button>
          ) : null}
          {at > 0 ? <Button onClick={() => go(STEPS[at - 1]?.id)}>上一步</Button> : null}
          {at < STEPS.length - 1 ? (
            <Button onClick={() => go(STEPS[at + 1]?.id)}>下一步</Button>
          ) : null}
          <Button look="primary" type="submit" busy={busy}>
            保存
          </Button>
          <Button
            look="quiet"
            onClick={() => {
              forget();
              onCancel();
            }}
          >
            取消
          </Button>
        </div>
      </div>
    </form>
  );
}
