import { useEffect, useRef, useState } from "react";
import { readPeople, type Identity, type ListedPerson } from "#contract";
import { useModule } from "../../kit/react-module.tsx";
import { LazySelect } from "./lazy-select.tsx";

const PAUSE_MS = 200;
const OFFERED = 20;
const BY = "姓名、拼音、账号或手机号";
const ASK = `请输入${BY}`;
const SEARCHING = "正在查找…";

export interface PickedPerson {
  id: string;
  name: string;
  account: string;
}

/** Finds one person by name, pinyin, account, number or mobile number. */
export function PersonPicker({
  label,
  value,
  onChange,
  school,
  identity,
  className,
}: {
  label: string;
  value: PickedPerson | null;
  onChange: (person: PickedPerson | null) => void;
  /** Limits the search to people of this school. */
  school?: string | undefined;
  identity?: Identity;
  className?: string | undefined;
}) {
  const { send, explain } = useModule();
  const [found, setFound] = useState<readonly ListedPerson[]>([]);
  const [note, setNote] = useState(ASK);
  const clock = useRef<ReturnType<typeof setTimeout>>(undefined);
  const turn = useRef(0);
  useEffect(() => () => clearTimeout(clock.current), []);

  function search(q: string) {
    clearTimeout(clock.current);
    const mine = ++turn.current;
    // Enter would choose one who was found for what was typed before
    setFound([]);
    setNote(q.trim() === "" ? ASK : SEARCHING);
    if (q.trim() === "") return;
    const input = {
      q: q.trim(),
      limit: OFFERED,
      ...(school !== undefined && { school_id: school }),
      ...(identity !== undefined && { identity }),
    };
    clock.current = setTimeout(() => {
      send(readPeople, input).then(
        ({ people }) => {
          if (mine !== turn.current) return;
          setFound(people);
          setNote("没有找到这样的人");
        },
        (error: unknown) => {
          if (mine === turn.current) setNote(explain(error));
        },
      );
    }, PAUSE_MS);
  }

  const options = found.map((person) => ({
    value: person.id,
    label: [
      person.name,
      person.account,
      // of guardians of one name the number is what a school knows
      person.classes[0]?.name ?? person.mobile_masked ?? person.memberships[0]?.school_name,
    ]
      .filter(Boolean)
      .join(" · "),
  }));
  const kept =
    value === null ? [] : [{ value: value.id, label: `${value.name} · ${value.account}` }];
  return (
    <LazySelect
      atOnce
      className={className ?? ""}
      aria-label={label}
      placeholder={BY}
      showSearch={{ filterOption: false, onSearch: search }}
      options={options.length > 0 ? options : kept}
      value={value?.id ?? null}
      notFoundContent={note}
      onInputKeyDown={(event) => {
        // it would take away what is typed, as long as nobody is found
        if (event.key !== "Enter" || note !== SEARCHING) return;
        event.preventDefault();
        event.stopPropagation();
      }}
      allowClear
      // so few are all drawn, and a screen reader meets each of them
      virtual={false}
      size="large"
      onChange={(id: string | null | undefined) =>
        onChange(found.find((person) => person.id === id) ?? null)
      }
    />
  );
}
