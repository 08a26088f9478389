import { useRef, useState } from "react";
import {
  CONTENT_FIELDS,
  makeContent,
  readTagRelations,
  type ContentValues,
  type TagRelations,
} from "#contract";
import { Button } from "../../../web/src/ui/button.tsx";
import { useModule } from "../../kit/react-module.tsx";
import { useAct } from "../../kit/use-act.ts";
import { useAnswer } from "../../kit/use-answer.ts";
import css from "../change/change.module.css";
import { ChoiceField } from "../change/plan-form.tsx";
import { forgetLists } from "../list/kept-lists.ts";
import { goTo, hrefOf } from "../shell/address.ts";
import { fieldFaults, type FieldFaults, useShowFault } from "../fields/field-faults.ts";
import { BackLink, Heading } from "../shell/heading.tsx";
import { useOwnRights } from "../shell/own-rights.tsx";
import { usePlace } from "../shell/place-strip.tsx";
import { Waiting } from "../shell/waiting-page.tsx";
import { ContentFields } from "./content-fields.tsx";
import { EVERYBODY, missingIn, ownersFor, placeOf, stillFaulty } from "./rules.ts";

const NO_FAULTS: FieldFaults = { fields: {} };
const BLANK: ContentValues = Object.fromEntries(CONTENT_FIELDS.map((field) => [field, ""]));

/** Page for a new lesson or resource, made by hand. */
export function NewItem() {
  const { data, error, reload } = useAnswer(readTagRelations, {});
  return (
    <>
      <BackLink href={hrefOf(["content"])}>内容</BackLink>
      <Heading title="新建课程或资源" place="content/new" />
      {data !== undefined ? (
        <NewForm tags={data} />
      ) : (
        <Waiting height={420} error={error} onRetry={reload} />
      )}
    </>
  );
}

function NewForm({ tags }: { tags: TagRelations }) {
  const { send, notify } = useModule();
  const { organisations, school } = usePlace();
  const owners = ownersFor(useOwnRights(), organisations);
  const [owner, setOwner] = useState(
    (owners.find(({ value }) => value === school) ?? owners[0])?.value ?? "",
  );
  const [values, setValues] = useState(BLANK);
  const {
    busy,
    fault: faults = NO_FAULTS,
    setFault,
    act,
  } = useAct<FieldFaults>((text, error) => fieldFaults(error, text, CONTENT_FIELDS));
  const form = useRef<HTMLFormElement>(null);
  /** True when the key that was pressed last shows what is made at once; Enter presses the first. */
  const isShown = useRef(true);
  const showFault = useShowFault(form);
  const make = async (is_shown: boolean) => {
    const isDone = await act(async () => {
      const fields = missingIn(values);
      if (owner === "") return { fields, form: "请选择属于哪里" };
      if (Object.keys(fields).length > 0) return { fields, form: "请检查标出的内容。" };
      const made = await send(makeContent, {
        ...(owner !== EVERYBODY && { school_id: owner }),
        ...{ values, is_shown },
      });
      forgetLists();
      notify(is_shown ? "已新建，马上就能搜索到" : "已新建，还没有人看得到", "success");
      goTo(...placeOf(made));
    });
    if (!isDone) showFault();
  };
  return (
    <form
      ref={form}
      className={`${css["page"]} ${css["form"]}`}
      aria-label="新建课程或资源"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void make(isShown.current);
      }}
    >
      <ChoiceField
        label="属于"
        name="属于哪里"
        options={owners}
        value={owner}
        onChange={(value) => {
          setOwner(value);
          setFault(undefined);
        }}
      />
      <p className={css["note"]}>学校的只有本校的人能找到，区域的由区域内所有学校的人找到。</p>
      <ContentFields
        values={values}
        tags={tags}
        faults={faults.fields}
        onChange={(changed) => {
          setValues(changed);
          const fields = stillFaulty(faults.fields, values, changed);
          setFault(Object.keys(fields).length === 0 ? undefined : { ...faults, fields });
        }}
      />
      <p className={css["fault"]} role="alert">
        {faults.form}
      </p>
      <div className={css["keys"]}>
        <Button type="submit" look="primary" busy={busy} onClick={() => (isShown.current = true)}>
          新建并显示
        </Button>
        <Button type="submit" busy={busy} onClick={() => (isShown.current = false)}>
          新建，先不显示
        </Button>
      </div>
    </form>
  );
}
