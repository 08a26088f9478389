import { afterAll, beforeAll, beforeEach } from "vitest";
import { signIn } from "../../test/people.ts";
import { TestGate } from "./test-gate.fixture.ts";

/** Who is signed in: calls go with the headers, pages with the cookie. */
interface Person {
  headers: Record<string, string>;
  cookie: string;
}

/** What the refusals of a kind of sign-in stand on; all is logged. */
export abstract class RefusingGate extends TestGate {
  lin!: Person;
  sun!: Person;
  /** All that must never stand in the log. */
  readonly secrets: string[] = [];
  readonly #publicUrl: string;

  constructor(publicUrl: string) {
    super(new Date("2026-09-01T08:00:00+08:00"));
    this.#publicUrl = publicUrl;
  }

  async person(account: string): Promise<Person> {
    const { token, headers } = await signIn(this.app, account);
    this.secrets.push(token);
    return { headers, cookie: `token=${token}` };
  }

  /** People and apps, `lin` and `sun` among them. */
  abstract fill(): Promise<void>;

  override async open(): Promise<void> {
    await this.build({ publicUrl: this.#publicUrl, logLevel: "debug" });
    await this.fill();
  }
}

/** Opens it for a file's tests; lin and sun sign in anew before each. */
export function openFor<G extends RefusingGate>(gate: G): G {
  beforeAll(() => gate.open());
  afterAll(() => gate.close());
  beforeEach(async () => {
    gate.later(2001);
    [gate.lin, gate.sun] = [await gate.person("lin"), await gate.person("sun")];
  });
  return gate;
}
