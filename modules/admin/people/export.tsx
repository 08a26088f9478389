import { exportPeople, type InputOf, type ListedPerson } from "#contract";
import { useModule } from "../../kit/react-module.tsx";
import { SaveButton } from "../list/save-button.tsx";
import type { SheetColumn } from "../list/spreadsheet.ts";
import { dayText, momentText } from "../shell/words.ts";
import { classesText, identitiesText, schoolsText, stateOf } from "./rules.ts";

const COLUMNS: readonly SheetColumn<ListedPerson>[] = [
  { title: "姓名", width: 14, text: ({ name }) => name },
  { title: "账号", width: 20, text: ({ account }) => account },
  { title: "身份", width: 14, text: ({ memberships }) => identitiesText(memberships) },
  { title: "学校", width: 24, text: ({ memberships }) => schoolsText(memberships) },
  { title: "班级", width: 20, text: ({ classes }) => classesText(classes) },
  { title: "手机号", width: 14, text: ({ mobile_masked }) => mobile_masked ?? "" },
  { title: "学号", width: 22, text: ({ student_number }) => student_number ?? "" },
  { title: "状态", width: 12, text: (person) => stateOf(person).text },
  { title: "锁定原因", width: 16, text: ({ locked }) => locked?.reason ?? "" },
  {
    title: "最近登录",
    width: 18,
    text: ({ last_sign_in }) => (last_sign_in === null ? "" : momentText(last_sign_in)),
  },
  {
    title: "身份到期",
    width: 16,
    text: ({ memberships }) =>
      memberships.flatMap(({ until }) => (until === null ? [] : [dayText(until)])).join("、"),
  },
];

/** Saves the people of a list, or those chosen, as an .xlsx file (AD-01). */
export function ExportPeople({ input }: { input: Omit<InputOf<typeof exportPeople>, "after"> }) {
  const { send } = useModule();
  const take = async (after: string | undefined) => {
    const page = await send(exportPeople, after === undefined ? input : { ...input, after });
    return { rows: page.people, next: page.next };
  };
  return (
    <SaveButton title="人员" columns={COLUMNS} take={take}>
      导出
    </SaveButton>
  );
}
