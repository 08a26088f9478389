import form from "../change/change.module.css";
import { ChoiceField } from "../change/plan-form.tsx";
import { useOwnRights } from "../shell/own-rights.tsx";
import type { identitiesAt } from "./rules.ts";

/** A choice of identity, and where those are given that are not among them. */
export function IdentityField({
  options,
  value = "",
  onChange,
}: {
  options: ReturnType<typeof identitiesAt>;
  value: string | undefined;
  onChange: (value: string) => void;
}) {
  return (
    <>
      <ChoiceField label="身份" options={options} value={value} onChange={onChange} />
      {useOwnRights().is_separate ? (
        <p className={form["note"]}>三员分立时，管理员由安全管理员在“权限”里授予。</p>
      ) : null}
    </>
  );
}
