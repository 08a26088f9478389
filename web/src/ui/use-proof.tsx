import {
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type ComponentProps,
  type ReactNode,
} from "react";
import { Button } from "./button.tsx";
import { FactorForm, type Part, type Way } from "./factor-form.tsx";
import { TextField } from "./text-field.tsx";
import { useAct } from "./use-act.ts";

/**
 * A fresh proof of the person's presence: the password, or an answer of the second factor; empty where none is needed
 * any more.
 */
export interface Proof {
  password?: string;
  check?: Part;
}

/** The second factors that a proof may use in place of the password; empty for a person without one. */
export interface ProofWanted {
  ways: readonly Way[];
  passkey: object | undefined;
}

const CHECK_WANTED = 40004;

/** Returns the proof that a refusal demands; undefined for any other error. */
export function proofWantedIn(error: unknown): ProofWanted | undefined {
  const { code, data } = (error ?? {}) as { code?: unknown; data?: Record<string, unknown> | null };
  if (code !== CHECK_WANTED || data?.["check"] !== "password") return undefined;
  const { ways, passkey } = data;
  return {
    ways: Array.isArray(ways) ? (ways as Way[]) : [],
    passkey: typeof passkey === "object" && passkey !== null ? passkey : undefined,
  };
}

/**
 * Asks for the password, or for the second factor of a person who has one, before an act that must not be open to anyone
 * at an unattended page. Returns the parts, which each place arranges in its own way.
 */
export function useProof({
  wanted,
  label = "登录密码",
  hint,
  button,
  prove,
  askAgain,
  explain,
}: {
  wanted?: ProofWanted | undefined;
  label?: string | undefined;
  hint?: string | undefined;
  button: string;
  /** Repeats the refused act with the proof; rejects when that is refused too. */
  prove: (proof: Proof) => Promise<unknown>;
  /** Asks the server to demand the proof anew, without the act itself; missing: `prove` without a proof. */
  askAgain?: () => Promise<unknown>;
  explain: (error: unknown) => string;
}): {
  /** Properties of the form around `field`; undefined where the field is a form by itself. */
  form: Pick<ComponentProps<"form">, "id" | "method" | "noValidate" | "onSubmit"> | undefined;
  field: ReactNode;
  /** Submits the form; null where the field has a button of its own. */
  submit: ReactNode;
  /** Changes to the second factor; null where there is none, and where `field` has the way back to the password. */
  other: ReactNode;
} {
  const id = useId();
  const place = useRef<HTMLDivElement>(null);
  const underWay = useRef(false);
  const [byFactor, setByFactor] = useState<boolean>();
  const [password, setPassword] = useState("");
  const { busy, fault, setFault, act } = useAct(explain);
  useLayoutEffect(() => {
    // the button that changed the way stays; the focus goes on to what it brought
    if (byFactor === undefined) return;
    place.current?.querySelector<HTMLElement>("input, button")?.focus();
  }, [byFactor]);

  /** Runs one proof at a time: changing the way while one is under way must not perform the act twice. */
  async function proveOnce(proof: Proof): Promise<string | null> {
    if (underWay.current) return "正在处理，请稍等";
    underWay.current = true;
    try {
      await prove(proof);
      return null;
    } finally {
      underWay.current = false;
    }
  }

  async function renewPasskey(): Promise<object | string | null> {
    try {
      await askAgain?.();
      // proved in another tab meanwhile: then it is done, and must not be done again
      return await proveOnce({});
    } catch (error) {
      return proofWantedIn(error)?.passkey ?? explain(error);
    }
  }

  const other =
    wanted === undefined || wanted.ways.length === 0 ? null : (
      <Button look="quiet" onClick={() => setByFactor(byFactor !== true)}>
        {byFactor === true ? "改用登录密码" : "改用两步验证"}
      </Button>
    );
  if (byFactor === true && wanted !== undefined) {
    const field = (
      <div ref={place}>
        <FactorForm
          ways={wanted.ways}
          passkey={wanted.passkey}
          renewPasskey={renewPasskey}
          button={button}
          other={other}
          submit={(check) => proveOnce({ check }).catch(explain)}
        />
      </div>
    );
    return { form: undefined, field, submit: null, other: null };
  }
  return {
    form: {
      id,
      method: "post",
      noValidate: true,
      onSubmit(event) {
        event.preventDefault();
        void act(async () => (password === "" ? `请输入${label}` : proveOnce({ password })));
      },
    },
    field: (
      <div ref={place}>
        <TextField
          label={label}
          name="password"
          type="password"
          hint={hint}
          value={password}
          error={fault}
          autoComplete="current-password"
          maxLength={128}
          data-autofocus
          onChange={({ target }) => {
            setPassword(target.value);
            setFault(undefined);
          }}
        />
      </div>
    ),
    submit: (
      <Button look="primary" type="submit" form={id} busy={busy}>
        {button}
      </Button>
    ),
    other,
  };
}
