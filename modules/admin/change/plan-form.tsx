import {
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type ComponentProps,
  type ReactNode,
} from "react";
import { Button } from "../../../web/src/ui/button.tsx";
import { Choice } from "../fields/choice.tsx";
import { fieldFaults } from "../fields/field-faults.ts";
import css from "./change.module.css";
import { usePlanning } from "./planning.ts";

/** An entry of a list or a calendar, or the key that takes a choice back. */
const CHOSEN = ".ant-select-item, .ant-select-clear, .ant-picker-dropdown, .ant-picker-clear";

/** The frame of forms that ask for a change. */
export function PlanForm({
  label,
  fields = [],
  busy: waits = false,
  onReady,
  children,
}: {
  label: string;
  /** The fields that show by `faultAt` what the server says of them. */
  fields?: readonly string[];
  /** True while something that the form needs before the plan is loading. */
  busy?: boolean;
  /** Plans the change, or answers what is missing. */
  onReady: () => string | undefined | void;
  children: ReactNode;
}) {
  const { busy, fault, refusal, forget: forgetRefusal } = usePlanning();
  const [missing, setMissing] = useState<string>();
  /** Names of the fields that are marked as wrong; undefined where they have none. */
  const [named, setNamed] = useState<string>();
  const whole = fault === undefined ? undefined : fieldFaults(refusal, fault, fields, named).form;
  const form = useRef<HTMLFormElement>(null);
  // before it is drawn: the sentence is read out once, with the names
  useLayoutEffect(() => {
    const marked = [
      ...(form.current?.querySelectorAll<HTMLInputElement>("[aria-invalid=true]") ?? []),
    ];
    marked[0]?.focus();
    const names = marked.map(nameOf).filter(Boolean);
    setNamed(names.length > 0 ? `“${names.join("”“")}”` : undefined);
  }, [refusal]);
  const forgetAll = () => {
    setMissing(undefined);
    forgetRefusal();
  };
  // lists that one chooses from are no fields of the form: their choice is a press on an entry
  const forget = ({ target }: { target: EventTarget }) => {
    if ((target as Element).closest(CHOSEN) !== null) forgetAll();
  };
  return (
    <form
      ref={form}
      className={css["form"]}
      aria-label={label}
      noValidate
      onChange={forgetAll}
      onClickCapture={forget}
      onSubmit={(event) => {
        event.preventDefault();
        const found = onReady() ?? undefined;
        setMissing(found);
        if (found !== undefined) fieldNamedIn(found, event.currentTarget)?.focus();
      }}
    >
      {children}
      <p className={css["fault"]} role="alert">
        {missing ?? whole}
      </p>
      <p className={css["note"]}>下一步会列出将要变化的每一项，确认之前什么都不会改。</p>
      <Button type="submit" look="primary" busy={busy || waits}>
        下一步
      </Button>
    </form>
  );
}

/** Returns the field that a sentence names by its label: in a long form it may be out of sight. */
function fieldNamedIn(sentence: string, { elements }: HTMLFormElement) {
  const fields = [...elements].filter((one) => one instanceof HTMLInputElement);
  return fields.find((one) => nameOf(one) !== "" && sentence.includes(nameOf(one)));
}

/** Returns the label of a field without what stands in brackets behind it; empty where it has none. */
function nameOf({ labels }: HTMLInputElement): string {
  return labels?.[0]?.innerText.split("（")[0] ?? "";
}

/** A labelled control that is as wide as its form. */
export function Field({ label, children }: { label: string; children: ReactNode }) {
  const id = useId();
  return (
    <div role="group" aria-labelledby={id}>
      <span id={id} className={css["label"]}>
        {label}
      </span>
      {children}
    </div>
  );
}

type ChoiceParts = Omit<ComponentProps<typeof Choice>, "className" | "placeholder" | "tall">;

/** A labelled choice in a form; `name` is its name for screen readers where the label says too little. */
export function ChoiceField({ label, name = label, ...rest }: ChoiceParts & { name?: string }) {
  return (
    <Field label={label}>
      <Choice {...rest} className={css["control"]} tall label={name} placeholder="请选择" />
    </Field>
  );
}
