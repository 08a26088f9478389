import { useState } from "react";
import {
  type AnswerOf,
  bundleRightsAt,
  giveGrant,
  readBundles,
  readClasses,
  readPersonWhole,
  GRADE_NAMES,
  RIGHT_NAMES,
  type NamedPlace,
  type OwnProof,
  type Right,
} from "#contract";
import { Button } from "../../../web/src/ui/button.tsx";
import { ProofAsk, useProvenAct } from "../../kit/proof-ask.tsx";
import { useModule } from "../../kit/react-module.tsx";
import { Refused } from "../../kit/use-act.ts";
import { useAnswer } from "../../kit/use-answer.ts";
import form from "../change/change.module.css";
import list from "../list/list.module.css";
import { ChoiceField, Field } from "../change/plan-form.tsx";
import { DayField } from "../fields/date-field.tsx";
import { requireDays } from "../fields/field-moment.ts";
import { goTo, hrefOf } from "../shell/address.ts";
import { Heading } from "../shell/heading.tsx";
import { useOwnRights } from "../shell/own-rights.tsx";
import { PersonPicker, type PickedPerson } from "../fields/person-picker.tsx";
import { usePlace } from "../shell/place-strip.tsx";
import css from "./rights.module.css";
import { dayText } from "../shell/words.ts";
import { Waiting } from "../shell/waiting-page.tsx";
import { endOfDay, mayBePlaced, placeKey, placeText, rightsText } from "./rules.ts";

/** Gives a bundle or a right, at a place, until a day (GR-03). */
export function GivePage({ user }: { user: string | undefined }) {
  const bundles = useAnswer(readBundles, {});
  return (
    <>
      <Heading title="授权" place="rights/give">
        <a href={hrefOf(["rights"])}>所有权限</a>
      </Heading>
      <div className={list["card"]}>
        {bundles.data === undefined ? (
          <Waiting height={360} error={bundles.error} onRetry={bundles.reload} />
        ) : user === undefined ? (
          <GiveForm {...bundles.data} first={null} />
        ) : (
          <GiveTo {...bundles.data} user={user} />
        )}
      </div>
    </>
  );
}

/** The bundles and the single rights that the caller may give. */
type Offered = Pick<AnswerOf<typeof readBundles>, "bundles" | "rights">;

function GiveTo({ user, ...offered }: Offered & { user: string }) {
  const { data, error, reload } = useAnswer(readPersonWhole, { user_id: user });
  if (data !== undefined) return <GiveForm {...offered} first={data} />;
  return <Waiting height={360} error={error} onRetry={reload} />;
}

function GiveForm({ bundles, rights, first }: Offered & { first: PickedPerson | null }) {
  const { send, notify } = useModule();
  const own = useOwnRights();
  const { school } = usePlace();
  const [person, setPerson] = useState(first);
  const [what, setWhat] = useState("");
  const [placeAt, setPlaceAt] = useState("");
  const [day, setDay] = useState("");
  const bundle = bundles.find(({ id }) => `bundle/${id}` === what);
  const right = what.startsWith("right/") ? (what.slice("right/".length) as Right) : undefined;
  const reached = usePlaces();
  const places = reached.filter(({ kind }) => bundle?.place_kinds.includes(kind) ?? true);
  // what the page looks at is what one comes from
  const looked = places.find((one) => one.part_id === "" && one.school_id === school);
  const place =
    places.length === 1
      ? places[0]
      : placeAt === ""
        ? looked
        : places.find((one) => placeKey(one) === placeAt);

  const give = async (proof: OwnProof) => {
    if (person === null) throw new Refused("请选择授权给谁");
    if (bundle === undefined && right === undefined) throw new Refused("请选择给什么权限");
    if (place === undefined) throw new Refused("请选择在哪里有效");
    requireDays(day);
    const { kind, school_id, part_id } = place;
    const until = endOfDay(day);
    await send(giveGrant, {
      user_id: person.id,
      ...(bundle !== undefined && { bundle_id: bundle.id }),
      ...(bundle === undefined && right !== undefined && { right }),
      place: { kind, school_id, part_id },
      ...(until !== undefined && { until }),
      ...proof,
    });
    notify(`已授权给${person.name}，一秒内生效`, "success");
    goTo(["people", person.id]);
  };
  const { busy, fault, setFault, wanted, start, drop } = useProvenAct(give);
  const title = bundle?.name ?? (right === undefined ? "" : RIGHT_NAMES[right].name);
  const words = person === null || title === "" ? "授权" : `把“${title}”授予${person.name}`;
  if (wanted !== undefined) {
    return (
      <>
        <p>
          {`${words}：${place === undefined ? "" : placeText(place)}，${day === "" ? "一直有效" : `到${dayText(day)}为止`}`}
        </p>
        <ProofAsk title="再次确认身份" button={words} wanted={wanted} ask={give} onCancel={drop} />
      </>
    );
  }
  const single = rights.map((one) => ({
    value: `right/${one}`,
    label: `单项：${RIGHT_NAMES[one].name}`,
  }));
  const offered = bundles
    .filter(({ place_kinds }) => mayBePlaced(place_kinds, reached))
    .map(({ id, name }) => ({ value: `bundle/${id}`, label: name }));
  return (
    <form
      className={css["form"]}
      aria-label="授权"
      noValidate
      onChange={() => setFault(undefined)}
      onSubmit={(event) => {
        event.preventDefault();
        start();
      }}
    >
      <Field label="授权给谁">
        <PersonPicker
          className={form["control"]}
          label="查找要授权的人"
          value={person}
          onChange={(chosen) => {
            setPerson(chosen);
            setFault(undefined);
          }}
        />
      </Field>
      <ChoiceField
        label="给什么权限"
        options={[...offered, ...single]}
        value={what}
        onChange={(chosen) => {
          setWhat(chosen);
          setPlaceAt("");
          setFault(undefined);
        }}
      />
      <p className={css["soft"]}>
        {bundle !== undefined
          ? `${bundle.sentence}：${rightsText(place === undefined ? bundle.rights : bundleRightsAt(bundle.id, bundle.rights, place.kind))}。`
          : right !== undefined
            ? `${RIGHT_NAMES[right].sentence}。`
            : own.is_separate
              ? "可以授予任何一种职责的权限；一个人只能有一种，也不能授予自己。"
              : "只能给您自己有的权限，在您自己的范围里。"}
      </p>
      <ChoiceField
        label="在哪里有效"
        options={places.map((one) => ({ value: placeKey(one), label: placeText(one) }))}
        value={what === "" || place === undefined ? "" : placeKey(place)}
        disabled={what === ""}
        onChange={(chosen) => {
          setPlaceAt(chosen);
          setFault(undefined);
        }}
      />
      {what === "" || places.length > 0 ? null : (
        <p className={css["soft"]}>请先在页面上方选一所学校，再选其中的年级或班级。</p>
      )}
      <DayField
        label="最后一天"
        value={day}
        hint="留空表示一直有效，直到收回或此人离开学校"
        onChange={setDay}
      />
      <p className={css["fault"]} role="alert">
        {fault}
      </p>
      <Button type="submit" look="primary" busy={busy}>
        {words}
      </Button>
    </form>
  );
}

/** Returns the places at which the caller may give something: their own, and places inside these. */
function usePlaces(): readonly NamedPlace[] {
  const own = useOwnRights();
  const { organisations, one } = usePlace();
  const given = own.rights.find(({ right }) => right === "grant.give")?.places ?? [];
  const schools: NamedPlace[] = organisations
    .filter(({ is_whole }) => is_whole)
    .map(({ id, kind, name }) => ({ kind, school_id: id, part_id: "", name, school_name: "" }));
  const { data } = useAnswer(readClasses, one === undefined ? null : { school_id: one.id });
  const classes = one === undefined ? [] : (data?.classes ?? []);
  const at = { school_id: one?.id ?? "", school_name: one?.name ?? "" };
  const grades: NamedPlace[] = [...new Set(classes.map(({ grade_id }) => grade_id))].map((id) => ({
    ...at,
    kind: "grade",
    part_id: id,
    name: GRADE_NAMES[id] ?? id,
  }));
  const rooms: NamedPlace[] = classes.map(({ id, name }) => ({
    ...at,
    kind: "class",
    part_id: id,
    name,
  }));
  const all = new Map([...given, ...schools, ...grades, ...rooms].map((p) => [placeKey(p), p]));
  return [...all.values()];
}
