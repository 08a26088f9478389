import { MAX_CHANGED_PEOPLE, type ListedPerson } from "#contract";
import { PlanButton } from "../change/plan-button.tsx";
import { SelectionBar } from "../list/selection-bar.tsx";
import type { Selection } from "../list/use-selection.ts";
import { ResetPasswords } from "../sheets/reset-passwords.tsx";
import { mayAnywhere, useOwnRights } from "../shell/own-rights.tsx";
import { usePlace } from "../shell/place-strip.tsx";
import { numberText } from "../shell/words.ts";
import { ActForm } from "./act-forms.tsx";
import { ACTS, actsFor } from "./act-rules.ts";
import { ExportPeople } from "./export.tsx";

/** Bar of acts on the chosen people, below the list. */
export function PeopleActs({
  selection,
  onSettled,
}: {
  selection: Selection<ListedPerson>;
  onSettled: () => void;
}) {
  const own = useOwnRights();
  // groups are of a place as a whole: who looks after a class only has none
  const hasGroups = usePlace().organisations.some(({ is_whole }) => is_whole);
  const people = [...selection.chosen.values()];
  const many = numberText(people.length);
  return (
    <SelectionBar what="人" count={`${many} 人`} onClear={selection.clear}>
      {people.length > MAX_CHANGED_PEOPLE ? (
        <p>一次最多 {numberText(MAX_CHANGED_PEOPLE)} 人，请少选一些。</p>
      ) : null}
      {(mayAnywhere(own, "people.write") ? actsFor(people) : [])
        .filter((act) => act !== "group" || hasGroups)
        .map((act) => (
          <PlanButton
            key={act}
            title={`${ACTS[act]}：${many} 人`}
            form={<ActForm act={act} people={people} />}
            onSettled={() => {
              selection.clear();
              onSettled();
            }}
          >
            {ACTS[act]}…
          </PlanButton>
        ))}
      {mayAnywhere(own, "people.secret") ? (
        <ResetPasswords people={people} onDone={selection.clear} />
      ) : null}
      {people.length > MAX_CHANGED_PEOPLE ? null : (
        <ExportPeople input={{ user_ids: people.map(({ id }) => id) }} />
      )}
    </SelectionBar>
  );
}
