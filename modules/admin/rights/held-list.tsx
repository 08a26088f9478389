import { useState } from "react";
import { endGrant, type HeldRights, type OwnProof } from "#contract";
import { Button } from "../../../web/src/ui/button.tsx";
import { TextField } from "../../../web/src/ui/text-field.tsx";
import { ProofAsk, useProvenAct } from "../../kit/proof-ask.tsx";
import { useModule } from "../../kit/react-module.tsx";
import { useFocusBack } from "../../kit/use-focus-back.ts";
import { StateBadge } from "../shell/state-badge.tsx";
import css from "./rights.module.css";
import { heldTitle, originOf, placeText, rightsText, withoutTwins } from "./rules.ts";

/** Lists a person's rights: where, since when, given by whom; with a button to revoke each. */
export function HeldList({
  name,
  held,
  onChanged,
}: {
  /** The holder's name. */
  name: string;
  held: readonly HeldRights[];
  onChanged?: () => void;
}) {
  return (
    <ul>
      {withoutTwins(held).map((one, index) => (
        <Held
          key={one.grant_id ?? `${one.source}/${index}`}
          name={name}
          held={one}
          onChanged={onChanged}
        />
      ))}
    </ul>
  );
}

function Held({
  name,
  held,
  onChanged,
}: {
  name: string;
  held: HeldRights;
  onChanged: (() => void) | undefined;
}) {
  const [ending, setEnding] = useState(false);
  const back = useFocusBack(ending);
  const title = heldTitle(held);
  const { grant_id } = held;
  return (
    <li className={css["item"]}>
      <div className={css["words"]}>
        <p>
          <strong>{title}</strong> · {placeText(held.place)}
          {held.in_force ? null : (
            <>
              {" "}
              <StateBadge tone="warning">不生效</StateBadge>
            </>
          )}
        </p>
        <p className={css["soft"]}>{originOf(held)}</p>
        {held.bundle === null || held.source === "head-teacher" ? null : (
          <p className={css["soft"]}>{rightsText(held.rights)}</p>
        )}
      </div>
      {!held.may_end || grant_id === null || onChanged === undefined ? null : ending ? (
        <EndForm
          grant={grant_id}
          words={`收回${name}的“${title}”`}
          onDone={onChanged}
          onCancel={() => setEnding(false)}
        />
      ) : (
        <Button
          ref={back}
          look="quiet"
          aria-label={`收回${name}的“${title}”`}
          onClick={() => setEnding(true)}
        >
          收回…
        </Button>
      )}
    </li>
  );
}

function EndForm({
  grant,
  words,
  onDone,
  onCancel,
}: {
  grant: string;
  words: string;
  onDone: () => void;
  onCancel: () => void;
}) {
  const { send, notify } = useModule();
  const [why, setWhy] = useState("");
  const end = async (proof: OwnProof) => {
    const reason = why.trim() === "" ? {} : { why: why.trim() };
    await send(endGrant, { grant_id: grant, ...reason, ...proof });
    notify("已收回，一秒内生效", "success");
    onDone();
  };
  const { busy, fault, wanted, start } = useProvenAct(end);
  if (wanted !== undefined) {
    return (
      <div className={css["panel"]}>
        <ProofAsk
          title="再次确认身份"
          button={words}
          wanted={wanted}
          ask={end}
          onCancel={onCancel}
        />
      </div>
    );
  }
  return (
    <form
      className={css["panel"]}
      aria-label={words}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        start();
      }}
    >
      <TextField
        label="原因（可以不写）"
        value={why}
        maxLength={200}
        autoComplete="off"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the person has just asked for it
        autoFocus
        onChange={({ target }) => setWhy(target.value)}
      />
      <p className={css["fault"]} role="alert">
        {fault}
      </p>
      <div className={css["keys"]}>
        <Button type="submit" look="primary" busy={busy}>
          {words}
        </Button>
        <Button onClick={onCancel}>不收回</Button>
      </div>
    </form>
  );
}
