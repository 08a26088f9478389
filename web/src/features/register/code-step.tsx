import { useEffect, useRef } from "react";
import { failureText } from "../../api/failures.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { useAct } from "../../ui/use-act.ts";
import css from "./page.module.css";
import { preview } from "./queries.ts";
import { guidanceFor, type Preview } from "./rules.ts";

/** Asks for the invitation code and checks it before anything else. */
export function CodeStep({
  identity,
  typed,
  refused,
  checkAtOnce,
  onType,
  onKnown,
}: {
  identity: string | undefined;
  typed: string;
  /** The reason for which a later step refused the code. */
  refused: string | undefined;
  /** The code came with the address and is checked without a press of the button. */
  checkAtOnce: boolean;
  onType: (typed: string) => void;
  onKnown: (preview: Preview) => void;
}) {
  const form = useRef<HTMLFormElement>(null);
  const { busy, fault, act } = useAct((error) => told(failureText(error)), {
    once: true,
    fault: refused,
  });

  /** Takes the focus to the field that is wrong. */
  function told(why: string): string {
    form.current?.querySelector("input")?.focus();
    return why;
  }

  async function check(): Promise<string | undefined> {
    if (typed.trim() === "") return told("请输入邀请码");
    onKnown(await preview(typed));
    return undefined;
  }

  useEffect(() => {
    const submit = new Event("submit", { bubbles: true, cancelable: true });
    if (checkAtOnce) form.current?.dispatchEvent(submit);
  }, [checkAtOnce]);

  return (
    <form
      ref={form}
      method="post"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void act(check);
      }}
    >
      <p className={css["lead"]}>{guidanceFor(identity)}</p>
      <TextField
        className={css["field"]}
        label="邀请码"
        value={typed}
        error={fault}
        hint="不分大小写，短横可以不输"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
        placeholder="例如 KM7QX-3PVDR"
        onChange={({ target }) => onType(target.value)}
      />
      <Button type="submit" look="primary" wide busy={busy}>
        {busy ? "正在查看…" : "下一步"}
      </Button>
    </form>
  );
}
