import { useState } from "react";
import { giveConsent, readAgreement } from "#contract";
import { send } from "../../../api/client.ts";
import { failureText } from "../../../api/failures.ts";
import { useQuery } from "../../../api/query.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { RichText } from "../../../ui/rich-text.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { toast } from "../../../ui/toast.ts";
import { useAct } from "../../../ui/use-act.ts";
import css from "./guardian-dialog.module.css";
import { without, type WaitingChild } from "./rules.ts";

const QUIET = { quietGeneral: true, quietError: true } as const;

/** Asks a guardian for each child in turn: explanation, agreement to read, and yes or later. */
export function GuardianDialog({
  waiting,
  onClose,
}: {
  waiting: readonly WaitingChild[];
  onClose: () => void;
}) {
  const [left, setLeft] = useState(waiting);
  const { busy, fault, setFault, act } = useAct(failureText);
  const [child] = left;
  if (child === undefined) return null;

  function next(id: string) {
    const others = without(left, id);
    setFault(undefined);
    if (others.length === 0) onClose();
    else setLeft(others);
  }

  async function agree({ id, name, agreements }: WaitingChild) {
    const versions = agreements.map(({ type, version }) => ({ type, version }));
    await send(giveConsent, { child_id: id, agreements: versions }, QUIET);
    toast.show(`已替${name}同意`, "success");
    next(id);
  }

  return (
    <Dialog
      title={`请为${child.name}作个决定`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={() => next(child.id)}>暂不同意</Button>
          <Button look="primary" busy={busy} onClick={() => void act(() => agree(child))}>
            我是监护人，同意
          </Button>
        </>
      }
    >
      <p>{child.name}未满 14 岁。平台怎样保护孩子的个人信息，写在下面的规则里，需要监护人同意。</p>
      {child.agreements.map((one) => (
        <Reading key={one.type} type={one.type} title={one.title} />
      ))}
      <p className={css["soft"]}>
        暂不同意时，{child.name}照常使用学校的应用，但不能上传头像和附件。以后可以在“个人中心 ·
        家庭与学校”里同意。
      </p>
      <p className={css["fault"]} role="alert">
        {fault}
      </p>
    </Dialog>
  );
}

function Reading({ type, title }: { type: string; title: string }) {
  const { data, error, reload } = useQuery(`agreement:${type}`, () =>
    send(readAgreement, { type }, QUIET),
  );
  if (data === undefined && error !== undefined) {
    return (
      <p className={css["soft"]}>
        《{title}》没有加载出来。
        <Button look="quiet" icon="refresh" onClick={() => void reload()}>
          重试
        </Button>
      </p>
    );
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by keys as well
    <section className={css["text"]} tabIndex={0} aria-label={title} data-autofocus="">
      <h3 className={css["title"]}>{title}</h3>
      {data === undefined ? <Skeleton height={120} /> : <RichText html={data.content} />}
    </section>
  );
}
