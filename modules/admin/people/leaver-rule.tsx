import { useState } from "react";
import {
  MIN_LEAVER_DAYS,
  MAX_LEAVER_DAYS,
  setLeaverRule,
  type AdministeredSchool,
  type OwnProof,
} from "#contract";
import { Button } from "../../../web/src/ui/button.tsx";
import { TextField } from "../../../web/src/ui/text-field.tsx";
import { useModule } from "../../kit/react-module.tsx";
import { typedNumber } from "../fields/field-number.ts";
import { numberText } from "../shell/words.ts";
import { SidePanel } from "../shell/side-panel.tsx";
import { ProvenConfirm } from "../sheets/proven-confirm.tsx";

const daysText = (days: number) => (days === 0 ? "一直保留" : `保留 ${numberText(days)} 天`);

/** Returns the days that were typed; null where nothing was: the platform's. Undefined for what no school may set. */
function wantedDays(typed: string): number | null | undefined {
  if (typed.trim() === "") return null;
  return typedNumber(typed, 0, 0) ?? typedNumber(typed, MIN_LEAVER_DAYS, MAX_LEAVER_DAYS);
}

/** A school's rule for who has left: how long they are kept, and the way to change it (AD-07). */
export function LeaverRule({
  rule,
  school,
  className,
  onChanged,
}: {
  rule: NonNullable<AdministeredSchool["leaver_rule"]>;
  school: string;
  className?: string | undefined;
  onChanged: () => void;
}) {
  const { send } = useModule();
  const [open, setOpen] = useState(false);
  const [days, setDays] = useState(rule.is_own ? String(rule.days) : "");
  const wanted = wantedDays(days);
  const isNew = wanted !== undefined && wanted !== (rule.is_own ? rule.days : null);
  const set = async (proof: OwnProof, value: number | null) => {
    const own = value === null ? {} : { days: value };
    await send(setLeaverRule, { school_id: school, ...own, ...proof });
    setOpen(false);
    onChanged();
  };
  return (
    <div className={className}>
      离校后{daysText(rule.days)}（{rule.is_own ? "本校的规定" : "平台的规定"}）{" "}
      {rule.may_set ? (
        <Button look="quiet" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          修改规定…
        </Button>
      ) : null}
      {open ? (
        <SidePanel title="离校人员保留多久" onClose={() => setOpen(false)}>
          <TextField
            label="保留的天数"
            inputMode="numeric"
            value={days}
            maxLength={4}
            autoComplete="off"
            hint={`${MIN_LEAVER_DAYS} 到 ${MAX_LEAVER_DAYS} 天；填 0 表示一直保留，不填就按平台的规定：${daysText(rule.platform_days)}`}
            error={
              wanted === undefined
                ? `请填 0，或 ${MIN_LEAVER_DAYS} 到 ${MAX_LEAVER_DAYS} 之间的天数`
                : undefined
            }
            onChange={({ target }) => setDays(target.value)}
          />
          {isNew ? (
            <ProvenConfirm
              key={wanted}
              act={
                wanted === null
                  ? `改为按平台的规定${daysText(rule.platform_days)}`
                  : wanted === 0
                    ? "一直保留离校的人员"
                    : `把离校后的保留期改为 ${numberText(wanted)} 天`
              }
              ask={(proof) => set(proof, wanted)}
              onCancel={() => setOpen(false)}
            >
              <p>已经离校的人也按新的天数计算；已过天数的，会在一小时内删除，不能恢复。</p>
            </ProvenConfirm>
          ) : null}
        </SidePanel>
      ) : null}
    </div>
  );
}
