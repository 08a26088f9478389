import { useCallback, useMemo, useState } from "react";
import { type ListedPerson } from "#contract";
import { Button } from "../../../web/src/ui/button.tsx";
import { Checkbox } from "../../../web/src/ui/checkbox.tsx";
import type { Column } from "../list/grid.tsx";
import { SidePanel } from "../shell/side-panel.tsx";
import { StateBadge } from "../shell/state-badge.tsx";
import { useNarrow } from "../shell/use-narrow.ts";
import { dayText, momentText } from "../shell/words.ts";
import { classesText, identitiesText, schoolsText, stateOf } from "./rules.ts";

const NONE = "—";

interface PersonColumn extends Column<ListedPerson> {
  /** True when it is shown by default; `several`: only when several schools are shown. */
  usual: boolean | "several";
}

const COLUMNS: readonly PersonColumn[] = [
  {
    id: "account",
    title: "账号",
    share: 2,
    sort: "account",
    usual: true,
    cell: ({ account }) => account,
  },
  {
    id: "identity",
    title: "身份",
    share: 1.6,
    usual: true,
    cell: ({ memberships }) => identitiesText(memberships) || NONE,
  },
  {
    id: "school",
    title: "学校",
    share: 2.4,
    usual: "several",
    cell: ({ memberships }) => schoolsText(memberships) || NONE,
  },
  {
    id: "class",
    title: "班级",
    share: 2.2,
    usual: true,
    cell: ({ classes }) => classesText(classes) || NONE,
  },
  {
    id: "mobile",
    title: "手机号",
    share: 1.7,
    usual: true,
    cell: ({ mobile_masked }) => mobile_masked ?? NONE,
  },
  {
    id: "number",
    title: "学号",
    share: 1.8,
    usual: false,
    cell: ({ student_number }) => student_number ?? NONE,
  },
  {
    id: "state",
    title: "状态",
    share: 1.8,
    usual: true,
    cell: (person) => {
      const { text, tone } = stateOf(person);
      return <StateBadge tone={tone}>{text}</StateBadge>;
    },
  },
  {
    id: "last",
    title: "最近登录",
    share: 2,
    usual: false,
    cell: ({ last_sign_in }) => (last_sign_in === null ? NONE : momentText(last_sign_in)),
  },
  {
    id: "until",
    title: "身份到期",
    share: 1.8,
    usual: false,
    cell: ({ memberships }) => {
      const days = memberships.flatMap(({ until }) => (until === null ? [] : [until]));
      return days.length === 0 ? NONE : dayText(days.sort()[0] ?? "");
    },
  },
];

const KEPT = "admin-people-columns";

export interface Columns {
  shown: readonly PersonColumn[];
  has: (id: string) => boolean;
  set: (id: string, on: boolean) => void;
  reset: () => void;
}

/** Returns the columns that this browser shows; the choice is stored. */
export function useColumns(several: boolean): Columns {
  const [chosen, setChosen] = useState<readonly string[] | null>(readKept);
  const ids = useMemo(
    () =>
      chosen ??
      COLUMNS.filter(({ usual }) => (usual === "several" ? several : usual)).map(({ id }) => id),
    [chosen, several],
  );
  const shown = useMemo(() => COLUMNS.filter(({ id }) => ids.includes(id)), [ids]);
  const keep = useCallback((next: readonly string[] | null) => {
    setChosen(next);
    try {
      if (next === null) localStorage.removeItem(KEPT);
      else localStorage.setItem(KEPT, JSON.stringify(next));
    } catch {
      // a browser that keeps nothing shows the choice until the page is left
    }
  }, []);
  return {
    shown,
    has: (id) => ids.includes(id),
    set: (id, on) => keep(on ? [...ids, id] : ids.filter((one) => one !== id)),
    reset: () => keep(null),
  };
}

function readKept(): string[] | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEPT) ?? "null");
    return Array.isArray(kept) ? kept.filter((id) => typeof id === "string") : null;
  } catch {
    return null;
  }
}

export function ColumnChooser({ columns }: { columns: Columns }) {
  const [open, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  // cards have no columns
  if (useNarrow()) return null;
  return (
    <>
      <Button look="quiet" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        显示的列…
      </Button>
      {open ? (
        <SidePanel
          title="显示的列"
          onClose={close}
          foot={<Button onClick={columns.reset}>恢复默认</Button>}
        >
          {COLUMNS.map(({ id, title }) => (
            <Checkbox
              key={id}
              label={title}
              checked={columns.has(id)}
              onChange={({ target }) => columns.set(id, target.checked)}
            />
          ))}
        </SidePanel>
      ) : null}
    </>
  );
}
