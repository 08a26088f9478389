import { RELATIONS } from "#contract";
import { Choice } from "../../ui/choice.tsx";
import type { Relation } from "./queries.ts";

/** Asks for the relation to the child; optional. */
export function RelationChoice({
  value,
  onChoose,
}: {
  value: Relation | undefined;
  onChoose: (relation: Relation) => void;
}) {
  const options = RELATIONS.map((one) => [one, one] as const);
  return <Choice name="我是孩子的" options={options} value={value} onChoose={onChoose} />;
}
