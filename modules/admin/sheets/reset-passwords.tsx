import { useState } from "react";
import {
  type Identity,
  PASSWORDS_AT_ONCE,
  resetPasswords,
  type OwnProof,
  type PasswordSheet,
} from "#contract";
import { Button } from "../../../web/src/ui/button.tsx";
import { useModule } from "../../kit/react-module.tsx";
import { kindsText } from "../people/rules.ts";
import { SidePanel } from "../shell/side-panel.tsx";
import { numberText } from "../shell/words.ts";
import { ProvenConfirm } from "./proven-confirm.tsx";
import { SheetView } from "./sheet-view.tsx";

interface Person {
  id: string;
  name: string;
  memberships: readonly { identity: Identity }[];
}

/** Button that sets temporary passwords for people, and shows them for printing (AD-11). */
export function ResetPasswords({
  people,
  onDone,
}: {
  people: readonly Person[];
  /** Called when the panel was closed after passwords were set. */
  onDone: () => void;
}) {
  const [open, setOpen] = useState(false);
  const [sheet, setSheet] = useState<PasswordSheet & { left_out: number }>();
  const [only] = people.length === 1 ? people : [];
  const who = only === undefined ? `${numberText(people.length)} 人` : `“${only.name}”`;
  function close() {
    setOpen(false);
    if (sheet !== undefined) onDone();
    setSheet(undefined);
  }
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        设临时密码…
      </Button>
      {open ? (
        <SidePanel title={`设临时密码：${only?.name ?? who}`} onClose={close}>
          {sheet === undefined ? (
            <Confirm people={people} who={who} onSheet={setSheet} onCancel={close} />
          ) : (
            <SheetView
              sheet={sheet}
              leftOut={sheet.left_out}
              leftOutNames={namesWithout(people, sheet)}
            />
          )}
        </SidePanel>
      ) : null}
    </>
  );
}

function namesWithout(people: readonly Person[], { rows }: PasswordSheet): string[] {
  const set = new Set(rows.map(({ id }) => id));
  return people.filter(({ id }) => !set.has(id)).map(({ name }) => name);
}

function Confirm({
  people,
  who,
  onSheet,
  onCancel,
}: {
  people: readonly Person[];
  who: string;
  onSheet: (sheet: PasswordSheet & { left_out: number }) => void;
  onCancel: () => void;
}) {
  const { send } = useModule();
  const user_ids = people.map(({ id }) => id);
  const ask = async (proof: OwnProof) =>
    onSheet(await send(resetPasswords, { user_ids, ...proof }, { timeoutMs: 60_000 }));
  const act = `为${people.length === 1 ? who : ` ${who}`}设临时密码`;
  if (people.length > PASSWORDS_AT_ONCE) {
    return <p>一次最多为 {PASSWORDS_AT_ONCE} 人设密码，请少选一些，例如一次选一个班。</p>;
  }
  return (
    <ProvenConfirm act={act} ask={ask} onCancel={onCancel}>
      <p>
        {people.length === 1 ? "" : `${kindsText(people)}。`}
        现在的密码不再能用，所有设备上的登录都会退出；用临时密码登录时，要先换成自己的新密码。
      </p>
    </ProvenConfirm>
  );
}
