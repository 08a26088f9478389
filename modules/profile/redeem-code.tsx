import { useState, type FormEvent } from "react";
import {
  bindChild,
  IDENTITY_NAMES,
  joinByInvitation,
  previewInvitation,
  REFUSALS,
  RELATIONS,
  type AnswerOf,
} from "#contract";
import { Button } from "../../web/src/ui/button.tsx";
import { Choice } from "../../web/src/ui/choice.tsx";
import { TextField } from "../../web/src/ui/text-field.tsx";
import { useModule } from "../kit/react-module.tsx";
import { codeOf } from "../kit/refusal.ts";
import { useAct } from "../kit/use-act.ts";
import css from "./form.module.css";

type Preview = AnswerOf<typeof previewInvitation>;
const { tooMany, fault: broken, notReady } = REFUSALS;
/** Codes of failures that say nothing of what was asked for; undefined: no answer came. */
const FOR_NOW: readonly unknown[] = [undefined, tooMany.code, broken.code, notReady.code];

type Relation = (typeof RELATIONS)[number];

/** Uses a code for oneself: binds another child, or joins a class or school (ID-10). What the code is for is shown first. */
export function RedeemCode({
  bindsChildren,
  onGained,
}: {
  /** True when the person may bind children; pupils only join. */
  bindsChildren: boolean;
  onGained: () => void;
}) {
  const { send, notify, refreshUser } = useModule();
  const label = bindsChildren ? "邀请码或绑定码" : "邀请码";
  const [code, setCode] = useState("");
  const [preview, setPreview] = useState<Preview | null>(null);
  const [relation, setRelation] = useState<Relation>();
  const { busy, fault, setFault, act } = useAct((text, error) => {
    if (!FOR_NOW.includes(codeOf(error))) startAgain();
    return text;
  });

  function startAgain() {
    setPreview(null);
    setRelation(undefined);
  }

  async function use({ kind }: Preview): Promise<string> {
    const invitation = code;
    if (kind !== "child") {
      const { school, class: joined } = await send(joinByInvitation, { invitation });
      return `已加入 ${[school.name, joined?.name].filter(Boolean).join(" ")}`;
    }
    const { child } = await send(bindChild, {
      invitation,
      ...(relation === undefined ? {} : { relation }),
    });
    return `已绑定 ${child.name}`;
  }

  async function goOn(): Promise<string | undefined> {
    if (code.trim() === "") return `请输入${label}`;
    if (preview === null) {
      setPreview(await send(previewInvitation, { invitation: code }));
      return undefined;
    }
    notify(await use(preview), "success");
    setCode("");
    startAgain();
    // What was gained stays gained, whether or not it can be read at once.
    refreshUser().catch(() => {});
    onGained();
    return undefined;
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    void act(goOn);
  }

  return (
    <form className={css["form"]} noValidate onSubmit={onSubmit}>
      {preview === null ? (
        <>
          <TextField
            className={css["code"]}
            label={label}
            value={code}
            error={fault}
            hint={
              bindsChildren
                ? "绑定码向孩子的班主任要；加入学校或班级的邀请码由学校发"
                : "邀请码向班主任要"
            }
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={40}
            onChange={({ target }) => setCode(target.value)}
          />
          <Button type="submit" busy={busy}>
            下一步
          </Button>
        </>
      ) : (
        <>
          <p className={css["fixed"]} role="status">
            <span className={css["legend"]}>使用这个码可以</span>
            {purposeOf(preview)}
          </p>
          {preview.kind === "child" ? (
            <Choice
              name="我是孩子的"
              options={RELATIONS.map((one) => [one, one] as const)}
              value={relation}
              onChoose={setRelation}
            />
          ) : null}
          <p className={css["fault"]} role="alert">
            {fault}
          </p>
          <div className={css["actions"]}>
            <Button type="submit" look="primary" busy={busy} autoFocus>
              {preview.kind === "child" ? "绑定" : "加入"}
            </Button>
            <Button
              onClick={() => {
                startAgain();
                setFault(undefined);
              }}
            >
              取消
            </Button>
          </div>
        </>
      )}
    </form>
  );
}

function purposeOf({ kind, identity, school_name, class_name, child_name }: Preview): string {
  const place = [school_name, class_name].filter(Boolean).join(" ");
  return kind === "child"
    ? `成为 ${place} ${child_name ?? ""} 的家长`
    : `以${IDENTITY_NAMES[identity]}的身份加入 ${place}`;
}
