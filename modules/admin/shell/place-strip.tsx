import { createContext, useContext, useMemo, type ReactNode } from "react";
import { type readOrganisations, REFUSALS, type Organisation } from "#contract";
import { codeOf } from "../../kit/refusal.ts";
import type { useAnswer } from "../../kit/use-answer.ts";
import { PLACE_PARAMETER, useQueryOfAny } from "./address.ts";
import { Choice } from "../fields/choice.tsx";
import { Waiting } from "./waiting-page.tsx";
import css from "./shell.module.css";

interface CurrentPlace {
  /** The current school or district; undefined: all of the caller's. */
  school: string | undefined;
  /** The only school, or the one that was chosen. */
  one: Organisation | undefined;
  organisations: readonly Organisation[];
  /** True when people of several schools are shown. */
  several: boolean;
}

const PlaceContext = createContext<CurrentPlace | null>(null);

/** Returns the current place. */
export function usePlace(): CurrentPlace {
  const at = useContext(PlaceContext);
  if (at === null) throw new Error("usePlace belongs below PlaceProvider");
  return at;
}

/** Reads the schools and districts in the caller's scope, and which of them the address names. */
export function PlaceProvider({
  answer: { data, error, reload },
  children,
}: {
  answer: ReturnType<typeof useAnswer<typeof readOrganisations>>;
  children: ReactNode;
}) {
  const [query] = useQueryOfAny();
  const chosen = query[PLACE_PARAMETER] ?? "";
  const at = useMemo(() => {
    const organisations = organisationsInOrder(data?.organisations ?? []);
    const schools = organisations.filter(({ kind }) => kind === "school");
    const named = organisations.find(({ id }) => id === chosen);
    const only = organisations.length === 1 ? organisations[0] : undefined;
    const looked = named ?? only;
    return {
      organisations,
      school: looked?.id,
      one: looked?.kind === "school" ? looked : undefined,
      several: looked?.kind !== "school" && schools.length > 1,
    };
  }, [data, chosen]);
  if (data === undefined && !isRefused(error)) {
    return <Waiting label="正在打开" height={44} error={error} onRetry={reload} />;
  }
  return <PlaceContext value={at}>{children}</PlaceContext>;
}

/** Shows the current school or district, and lets those with several choose. */
export function PlaceStrip() {
  const { organisations, school, one } = usePlace();
  const [, change] = useQueryOfAny();
  if (organisations.length < 2) return <p className={css["where"]}>{one?.name ?? ""}</p>;
  return (
    <>
      <span className={css["whereLabel"]} aria-hidden="true">
        正在查看
      </span>
      <Choice
        className={css["whereChoice"]}
        label="正在查看的学校"
        none="全部学校"
        options={organisations.map(({ id, kind, name, is_abled }) => ({
          value: id,
          label: `${kind === "district" ? "区域：" : ""}${name}${is_abled ? "" : "（已停用）"}`,
        }))}
        value={school ?? ""}
        // a class and a group belong to a place
        onChange={(id) => change({ [PLACE_PARAMETER]: id, grade: "", class: "", group: "" })}
      />
    </>
  );
}

/** Returns whether the list of places was refused, as to an auditor, who may not read people. */
function isRefused(error: unknown): boolean {
  return codeOf(error) === REFUSALS.notAllowed.code;
}

/** Returns districts, each before its schools; names in the order of the dictionary. */
function organisationsInOrder(all: readonly Organisation[]): Organisation[] {
  const ordered = [...all].sort((one, other) => one.name.localeCompare(other.name, "zh-CN"));
  const ids = new Set(all.map(({ id }) => id));
  const result: Organisation[] = [];
  const visit = (parent: string | null) => {
    for (const one of ordered) {
      const above = one.parent_id !== null && ids.has(one.parent_id) ? one.parent_id : null;
      if (above !== parent || result.includes(one)) continue;
      result.push(one);
      visit(one.id);
    }
  };
  visit(null);
  return result;
}
